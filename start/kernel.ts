import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#exceptions/handler'))

/** Runs for every request, also where no route matches. */
server.use([
  () => import('#middleware/container_bindings_middleware'),
  () => import('#middleware/runtime_deadline_middleware'),
  () => import('#middleware/limits_middleware'),
  () => import('#middleware/query_middleware'),
  () => import('#middleware/auth_middleware'),
  () => import('#middleware/queue_board_middleware'),
])

/** Runs around everything that a matched route asks for. */
router.use([() => import('#middleware/prefer_wait_middleware')])

/** What a route asks for by name. */
export const middleware = router.named({
  body: () => import('#middleware/body_middleware'),
  idempotency: () => import('#middleware/idempotency_middleware'),
  user: () => import('#middleware/user_middleware'),
  apiKey: () => import('#middleware/api_key_middleware'),
  bootstrap: () => import('#middleware/bootstrap_middleware'),
  managedApiKey: () => import('#middleware/managed_api_key_middleware'),
  activeOrg: () => import('#middleware/active_org_middleware'),
  org: () => import('#middleware/org_middleware'),
  product: () => import('#middleware/product_middleware'),
  runtimeCall: () => import('#middleware/runtime_call_middleware'),
  license: () => import('#middleware/license_middleware'),
  webhookSends: () => import('#middleware/webhook_sends_middleware'),
})
