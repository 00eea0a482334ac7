import { defineConfig } from '@adonisjs/cors'

/** Routes that pages of any origin may call, with a Bearer token or without a credential (contract/00-shared-rules). */
export const FOR_ALL_ORIGINS = /^\/v1\/(?:enduser|storefront|updates|files)(?:\/|$)/

/** Response headers that pages of other origins may read. */
export const exposed = [
  'x-request-id',
  'Retry-After',
  'X-RateLimit-Limit-IP',
  'X-RateLimit-Remaining-IP',
  'X-RateLimit-Limit-Key',
  'X-RateLimit-Remaining-Key',
  'X-RateLimit-Limit-Product',
  'X-RateLimit-Remaining-Product',
  'Idempotent-Replayed',
]

/** Allows any origin on these routes. All other routes accept only their own origin and ALLOWED_ORIGINS. */
export default defineConfig({
  enabled: ({ request }) => FOR_ALL_ORIGINS.test(request.url()),
  origin: '*',
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  headers: true,
  exposeHeaders: [...exposed],
  /** Seconds for which browsers cache the response to a preflight request. */
  maxAge: 7200,
})
