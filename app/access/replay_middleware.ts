import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { assertSame, findKept } from '#http/idempotency'
import { readBody } from '#kernel/net/request_body'
import { enterAgain } from './admission.js'
import { fingerprint, replay, callerOf, sentKey, targetOf } from './replays.js'
import type { Described } from '#http/described'
import type { BodyOptions } from '#http/body_middleware'
import { bodies } from '#config/bodies'

/** The refusal if the check of tenant or role fails. */
const DENIED = [403, 404]

export type ReplayOptions = BodyOptions & {
  /** Whether the route streams its body. */
  streams?: boolean
}

/**
 * Stands between the credential and the check of the role, for requests that took away by themselves what that check
 * looks for: who deleted a license or left an org still gets the answer to that again (interface#56-idempotency). It
 * reads a body only for an answer that was kept for this very caller, method, path and query.
 */
export default class ReplayMiddleware {
  /** It refuses with the codes of `IdempotencyMiddleware`, which stands on the same routes. */
  static describe(): Described {
    return { refuses: [] }
  }

  async handle(ctx: HttpContext, next: NextFn, { limit, streams = false }: ReplayOptions = {}) {
    const key = sentKey(ctx)
    if (key === null) return next()
    // A refusal further on is written already when this resolves; it does not throw here.
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
