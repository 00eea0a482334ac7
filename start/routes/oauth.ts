import router from '@adonisjs/core/services/router'
import { bodies } from '#config/bodies'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'

const { LinkedAccounts, OauthSignIns } = controllers.accounts

/** Sign-in with a linked account: no credential. */
router
  .group(() => {
    router.post('/start', [OauthSignIns, 'store'])
    router.post('/exchange', [OauthSignIns, 'exchange'])
  })
  .prefix('/v1/auth/oauth')
  .use(middleware.body({ limit: bodies.limits.signIn }))

/**
 * Account linking (interface#41-session-and-user). The callback has no credential: its one-time state identifies the
 * user who started.
 */
router.get('/oauth/providers', [LinkedAccounts, 'providers'])
router.get('/oauth/:provider/callback', [LinkedAccounts, 'callback'])
router
  .group(() => {
    router.post('/:provider/connect', [LinkedAccounts, 'store'])
    router.post('/:provider/finish', [LinkedAccounts, 'finish'])
    router.delete('/:provider', [LinkedAccounts, 'destroy'])
  })
  .prefix('/oauth/accounts')
  .use([middleware.user({ outsideDashboard: true }), middleware.body({ limit: bodies.limits.signIn })])
router.get('/v1/dashboard/me/accounts', [LinkedAccounts, 'index']).use(middleware.user())
