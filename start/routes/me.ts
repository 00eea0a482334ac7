import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asUser } from '#start/stacks'

/** The signed-in user himself (interface#41-session-and-user, contract#profile). */
router
  .group(() => {
    router.get('/', [controllers.dashboard.Me, 'show'])
    router.patch('/profile', [controllers.dashboard.Me, 'update'])
    router.post('/verify-email', [controllers.dashboard.Me, 'verifyEmail'])
    router.get('/sessions', [controllers.dashboard.MySessions, 'index'])
    router.delete('/sessions', [controllers.dashboard.MySessions, 'destroyAll'])
    router.delete('/sessions/:id', [controllers.dashboard.MySessions, 'destroy'])
    router.post('/totp/setup', [controllers.dashboard.Totp, 'setup'])
    router.post('/totp/enable', [controllers.dashboard.Totp, 'enable'])
    router.post('/totp/disable', [controllers.dashboard.Totp, 'disable'])
    router.post('/totp/backup-codes', [controllers.dashboard.Totp, 'backupCodes'])
  })
  .prefix('/v1/dashboard/me')
  .use(asUser())

/** A change of password ends the token that it is made with; its replay takes it all the same. */
router
  .post('/v1/dashboard/me/password', [controllers.dashboard.Me, 'password'])
  .use([middleware.user({ endedToo: true }), middleware.body(), middleware.idempotency()])
