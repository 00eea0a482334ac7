import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described, RouteFacts } from '#http/described'
import { claim, type Claim, type StoredAnswer } from '#http/idempotency'
import { UploadDigest } from '#kernel/files/upload_digest'
import { AmbientTransaction, within } from '#kernel/database/unit_of_work'
import { isWrite, sentKey } from '#http/idempotency_key'
import { fingerprint, replay, callerOf, writeAnswer } from './replays.js'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** True once the request has passed all checks before the Idempotency-Key. */
    passed?: boolean
  }
}

/**
 * Handles the Idempotency-Key of writes (interface#56-idempotency), scoped per caller (`callerOf`). The answer is stored
 * in the transaction of the effect. Place this middleware last, after the credential, the role and the body. If a
 * request may remove the record that its role is checked on, place `ReplayMiddleware` before that check.
 */
export default class IdempotencyMiddleware {
  static describe(_options: unknown, { method }: RouteFacts): Described {
    if (!isWrite(method)) return { refuses: [] }
    return {
      idempotent: true,
      refuses: [
        'BAD_IDEMPOTENCY_KEY',
        'IDEMPOTENCY_KEY_REUSE',
        'IDEMPOTENCY_IN_PROGRESS',
        'IDEMPOTENCY_UNAVAILABLE',
      ],
    }
  }

  async handle(ctx: HttpContext, next: NextFn) {
    ctx.passed = true
    const key = sentKey(ctx)
    if (key === null) return next()
    const outcome = await claim(callerOf(ctx), key, fingerprint(ctx))
    if ('answer' in outcome) return await replay(ctx, outcome.answer)
    await run(ctx, next, outcome.claimed)
  }
}

async function run(ctx: HttpContext, next: NextFn, claimed: Claim) {
  const ambient = new AmbientTransaction()
  const digest = new UploadDigest()
  ctx.uploadDigest = digest
  try {
    await within(ambient, next)
    const answer = finishedAnswer(ctx, digest)
    if (!answer) return await giveUp(ambient, claimed)
    await claimed.store(await ambient.open(), answer)
    await ambient.commit()
    writeAnswer(ctx, answer)
  } catch (error) {
    await giveUp(ambient, claimed)
    for (const header of ['Location', 'Set-Cookie']) ctx.response.removeHeader(header)
    throw error
  }
}

async function giveUp(ambient: AmbientTransaction, claimed: Claim) {
  await ambient.rollback().catch(() => {})
  await claimed.release()
}

/** The successful answer of the routes behind this middleware; null if it must not be stored. */
function finishedAnswer(ctx: HttpContext, digest: UploadDigest): StoredAnswer | null {
  const { response, admission } = ctx
  const status = response.getStatus()
  if (status < 200 || status > 299 || response.hasStream || response.hasFileToStream) return null
  const body: unknown = response.getBody()
  const text =
    body === undefined || body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const location = (response.getHeader('Location') as string | undefined) ?? null
  const cookies = [response.getHeader('Set-Cookie') ?? []].flat().map(String)
  return {
    status,
    body: text,
    location,
    cookies,
    uploadSha256: digest.finish(),
    admission: admission ?? null,
  }
}
