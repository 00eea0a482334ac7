import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

/** The signed-in user himself (interface 4.1, contract 2). */
router
  .group(() => {
    router.get('/', [controllers.dashboard.Me, 'show'])
    router.patch('/profile', [controllers.dashboard.Me, 'update'])
    router.post('/password', [controllers.dashboard.Me, 'password'])
    router.get('/sessions', [controllers.dashboard.MySessions, 'index'])
    router.delete('/sessions', [controllers.dashboard.MySessions, 'destroyAll'])
    router.delete('/sessions/:id', [controllers.dashboard.MySessions, 'destroy'])
    router.post('/totp/setup', [controllers.dashboard.Totp, 'setup'])
    router.post('/totp/enable', [controllers.dashboard.Totp, 'enable'])
    router.post('/totp/disable', [controllers.dashboard.Totp, 'disable'])
    router.post('/totp/backup-codes', [controllers.dashboard.Totp, 'backupCodes'])
  })
  .prefix('/v1/dashboard/me')
  .use([middleware.user(), middleware.body(), middleware.idempotency()])
