import CorsMiddleware from '@adonisjs/cors/cors_middleware'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { listedOrigins } from '#config/browser'
import { exposed, FOR_ALL_ORIGINS } from '#config/cors'

/**
 * The paths that pages of ALLOWED_ORIGINS may call: the API for users. Paths that are open to all origins are
 * excluded.
 */
const CALLABLE = /^\/(?:v1|oauth)\//

const cors = new CorsMiddleware({
  enabled: true,
  origin: (origin) => listedOrigins.includes(origin),
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: true,
  exposeHeaders: [...exposed],
  maxAge: 7200,
})

/**
 * Lets pages of ALLOWED_ORIGINS call the API with the cookies of its users (contract/01-changes#reads-for-a-console).
 * It answers their preflights and names their origin in answers. Other origins get no such header.
 */
export default class ListedOriginsMiddleware {
  handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    if (listedOrigins.length === 0 || !CALLABLE.test(path) || FOR_ALL_ORIGINS.test(path)) return next()
    ctx.response.vary('Origin')
    return listedOrigins.includes(ctx.request.header('origin') ?? '') ? cors.handle(ctx, next) : next()
  }
}
