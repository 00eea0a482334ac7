import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { bodies } from '#config/bodies'
import { middleware } from '#start/kernel'

/** Sign-up and sign-in (interface#41-session-and-user, contract#accounts): no credential. */
router
  .group(() => {
    router.post('/register', [controllers.accounts.Registrations, 'store'])
    router.post('/verify-email', [controllers.accounts.Registrations, 'verify'])
    router.post('/login', [controllers.accounts.Logins, 'store'])
    router.post('/totp/verify-login', [controllers.accounts.Logins, 'verify'])
    router.post('/refresh', [controllers.accounts.Sessions, 'update'])
    router.post('/logout', [controllers.accounts.Sessions, 'destroy'])
    router.post('/forgot-password', [controllers.accounts.Passwords, 'forgot'])
    router.post('/reset-password', [controllers.accounts.Passwords, 'reset'])
  })
  .prefix('/v1/auth')
  .use(middleware.body({ limit: bodies.limits.signIn }))
