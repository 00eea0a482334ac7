import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'

/** Signing up and in (interface#41-session-and-user, contract#accounts): no credential. */
router
  .group(() => {
    router.post('/register', [controllers.auth.Registrations, 'store'])
    router.post('/verify-email', [controllers.auth.Registrations, 'verify'])
    router.post('/login', [controllers.auth.Logins, 'store'])
    router.post('/totp/verify-login', [controllers.auth.Logins, 'verify'])
    router.post('/refresh', [controllers.auth.Sessions, 'update'])
    router.post('/logout', [controllers.auth.Sessions, 'destroy'])
    router.post('/forgot-password', [controllers.auth.Passwords, 'forgot'])
    router.post('/reset-password', [controllers.auth.Passwords, 'reset'])
  })
  .prefix('/v1/auth')
  .use(middleware.body({ limit: bodies.limits.signIn }))
