import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { assertSame, findKept } from '#http/idempotency'
import { readBody } from '#kernel/net/request_body'
import { enterAgain } from './admission.js'
import { wellFormedKey } from '#http/idempotency_key'
import { fingerprint, replay, callerOf, targetOf } from './replays.js'
import type { Described } from '#http/described'
import type { BodyOptions } from '#http/body_middleware'
import { bodies } from '#config/bodies'

/** The statuses of a refusal by the check of tenant or role. */
const DENIED = [403, 404]

export type ReplayOptions = BodyOptions & {
  /** True if the route streams its body. */
  streams?: boolean
}

/**
 * Replays answers of requests that removed the record which their role is checked on. A caller who deleted a license
 * or left an org still gets that answer again (interface#56-idempotency). Place it between the credential and the
 * check of the role. It reads a body only if an answer was stored for this caller, method, path and query.
 */
export default class ReplayMiddleware {
  /** Declares no codes: `IdempotencyMiddleware` is on the same routes and declares them. */
  static describe(): Described {
    return { refuses: [] }
  }

  async handle(ctx: HttpContext, next: NextFn, { limit, streams = false }: ReplayOptions = {}) {
    // `IdempotencyMiddleware` refuses a malformed key, once the role is checked.
    const key = wellFormedKey(ctx)
    if (key === null) return next()
    // A later refusal is already written when this resolves; it does not throw here.
    await next()
    if (ctx.passed || !DENIED.includes(ctx.response.getStatus())) return
    const kept = await findKept(callerOf(ctx), key, targetOf(ctx))
    if (!kept) return
    if (kept.answer.admission) await enterAgain(ctx, kept.answer.admission)
    if (!streams) ctx.rawBody = await readBody(ctx.request.request, limit ?? bodies.limits.ordinary)
    assertSame(kept.fingerprint, fingerprint(ctx))
    await replay(ctx, kept.answer)
  }
}
