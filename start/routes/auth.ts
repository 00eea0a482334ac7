import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

/** Signing in (interface 4.1): no credential. */
router
  .group(() => {
    router.post('/login', [controllers.auth.Logins, 'store'])
  })
  .prefix('/v1/auth')
  .use(middleware.body())
