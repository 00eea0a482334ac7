import { own, type Access } from './kinds.js'

const BILLING = '/v1/dashboard/orgs/:orgId/billing'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const off = own('orgs/billing: off')

/** Billing refuses every method, after credential and role. */
export const BILLING_ACCESS: Record<string, Access> = {
  ...Object.fromEntries(
    [BILLING, `${BILLING}/*`].flatMap((path) => METHODS.map((method) => [`${method} ${path}`, off]))
  ),
  'POST /v1/billing/webhook': off,
}
