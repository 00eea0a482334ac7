import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asUser } from '#start/stacks'

/** Routes of the signed-in user that are also open after a sign-in through SSO. */
router
  .group(() => {
    router.get('/', [controllers.accounts.Me, 'show'])
    router.patch('/profile', [controllers.accounts.Me, 'update'])
    router.get('/preferences', [controllers.accounts.Preferences, 'show'])
    router.put('/preferences', [controllers.accounts.Preferences, 'replace'])
    router.get('/sessions', [controllers.accounts.MySessions, 'index'])
    router.delete('/sessions', [controllers.accounts.MySessions, 'destroyAll'])
    router.delete('/sessions/:id', [controllers.accounts.MySessions, 'destroy'])
  })
  .prefix('/v1/dashboard/me')
  .use(asUser({ sso: 'own' }))

/** The signed-in user's own account (interface#41-session-and-user, contract#profile). */
router
  .group(() => {
    router.post('/verify-email', [controllers.accounts.Me, 'verifyEmail'])
    router.post('/totp/setup', [controllers.accounts.Totp, 'setup'])
    router.post('/totp/enable', [controllers.accounts.Totp, 'enable'])
    router.post('/totp/disable', [controllers.accounts.Totp, 'disable'])
    router.post('/totp/backup-codes', [controllers.accounts.Totp, 'backupCodes'])
  })
  .prefix('/v1/dashboard/me')
  .use(asUser())

/** A password change ends the access token that it was sent with, but a replay still accepts that token. */
router
  .post('/v1/dashboard/me/password', [controllers.accounts.Me, 'password'])
  .use([middleware.user({ endedToo: true }), middleware.body(), middleware.idempotency()])
