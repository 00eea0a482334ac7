import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#exceptions/handler'))

/** Runs for every request that the framework answers, also where no route matches. */
server.use([() => import('#middleware/limits_middleware')])

/** What a route asks for by name. */
export const middleware = router.named({
  body: () => import('#middleware/body_middleware'),
  preferWait: () => import('#middleware/prefer_wait_middleware'),
  replay: () => import('#middleware/replay_middleware'),
  idempotency: () => import('#middleware/idempotency_middleware'),
  user: () => import('#middleware/user_middleware'),
  apiKey: () => import('#middleware/api_key_middleware'),
  bootstrap: () => import('#middleware/bootstrap_middleware'),
  managedApiKey: () => import('#middleware/managed_api_key_middleware'),
  activeOrg: () => import('#middleware/active_org_middleware'),
  org: () => import('#middleware/org_middleware'),
  product: () => import('#middleware/product_middleware'),
  license: () => import('#middleware/license_middleware'),
  webhookSends: () => import('#middleware/webhook_sends_middleware'),
})
