import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

const { Billing } = controllers.orgs
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const OWNER = [middleware.user({ sso: 'tenant' }), middleware.org({ role: 'OWNER' })]
const BILLING = '/v1/dashboard/orgs/:orgId/billing'

/**
 * Billing is off: the org's routes check credential and role and read nothing else; the webhook checks nothing
 * (contract/14-billing).
 */
router.route(BILLING, METHODS, [Billing, 'refuse']).as('billing.root').use(OWNER)
router.route(`${BILLING}/*`, METHODS, [Billing, 'refuse']).as('billing.below').use(OWNER)
router.post('/v1/billing/webhook', [Billing, 'refuse']).as('billing.webhook')
