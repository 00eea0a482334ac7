import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { bodies } from '#config/bodies'
import { ownTurn } from '#kernel/time/own_turn'
import { parseJsonBody, readBody, refuseEncoding } from '#kernel/net/request_body'

export type BodyOptions = {
  /** Bytes; a larger body is a BAD_REQUEST. */
  limit?: number
}

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** The body exactly as sent; empty when there was none. */
    rawBody: Buffer
  }
}

/** Bytes. A larger body is read, parsed and looked at with turns for other requests in between. */
const LARGE = 1024 * 1024

/**
 * Reads a JSON body: its exact bytes into `ctx.rawBody` (signatures are made over them), its value into
 * `request.body()`. Wrong content type, malformed JSON, NUL bytes and too large a body are BAD_REQUEST
 * (contract#style). It stands behind everything that may refuse a request without its body. Routes that stream a
 * file do without this middleware.
 */
export default class BodyMiddleware {
  async handle(ctx: HttpContext, next: NextFn, { limit = bodies.limits.ordinary }: BodyOptions = {}) {
    const { request } = ctx
    refuseEncoding(request.request.headers)
    ctx.rawBody = await readBody(request.request, limit)
    const { length } = ctx.rawBody
    if (length > LARGE) await ownTurn()
    const body = length > 0 ? parseJsonBody(ctx.rawBody, request.header('content-type')) : {}
    // Not `setInitialBody`, which copies every value of it once more for nobody.
    request.updateBody(body as object)
    if (length > LARGE) await ownTurn()
    return next()
  }
}
