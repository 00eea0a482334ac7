import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#http/handler'))

/**
 * Runs for every request that the framework answers, even if no route matches. CORS comes before the limits, so that
 * browsers can read a 429.
 */
server.use([
  () => import('#access/preflight_middleware'),
  () => import('@adonisjs/cors/cors_middleware'),
  () => import('#access/listed_origins_middleware'),
  () => import('#access/limits_middleware'),
])

/** The middleware that routes can use by name. */
export const named = {
  body: () => import('#http/body_middleware'),
  preferWait: () => import('#operations/http/prefer_wait_middleware'),
  replay: () => import('#access/replay_middleware'),
  idempotency: () => import('#access/idempotency_middleware'),
  endUser: () => import('#access/end_user_middleware'),
  user: () => import('#access/user_middleware'),
  platformAdmin: () => import('#access/platform_admin_middleware'),
  apiKey: () => import('#access/api_key_middleware'),
  bootstrap: () => import('#access/bootstrap_middleware'),
  managedApiKey: () => import('#access/managed_api_key_middleware'),
  activeOrg: () => import('#access/active_org_middleware'),
  org: () => import('#access/org_middleware'),
  product: () => import('#access/product_middleware'),
  license: () => import('#access/license_middleware'),
  ticket: () => import('#access/ticket_middleware'),
  tier: () => import('#access/tier_middleware'),
  fairScans: () => import('#access/fair_scans_middleware'),
  shopPage: () => import('#storefront/http/shop_page_middleware'),
}

export const middleware = router.named(named)
