import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'

const { MailedCodes, PortalDoors, PublicPortals, Renewals } = controllers.endUsers

/** Sign-in routes of portals (contract/09-end-users#92-getting-in): no credential. */
router
  .group(() => {
    router.post('/code', [MailedCodes, 'store'])
    router.post('/code/verify', [MailedCodes, 'verify'])
    router.post('/link/verify', [MailedCodes, 'link'])
    router.post('/password', [PortalDoors, 'password'])
    router.post('/license-key', [PortalDoors, 'licenseKey'])
    router.post('/invites/accept', [PortalDoors, 'invite'])
    router.post('/refresh', [Renewals, 'update'])
    router.post('/logout', [Renewals, 'destroy'])
  })
  .prefix('/v1/enduser/auth')
  .use(middleware.body({ limit: bodies.limits.signIn }))
  .as('end_users')

/** A portal as shown before sign-in (contract/09-end-users#91-settings). */
router.group(() => router.get('/v1/enduser/portal', [PublicPortals, 'show'])).as('end_users')
