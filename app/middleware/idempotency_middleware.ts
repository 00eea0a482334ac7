import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Refusal from '#exceptions/refusal'
import { claim, type Claim, type StoredAnswer } from '#services/idempotency'
import { keyedDigest } from '#services/tokens'
import { UploadDigest, uploadsAgain } from '#services/upload_digest'
import { AmbientTransaction, within } from '#services/unit_of_work'
import { enterAgain } from './admission.js'

const FORMAT = /^[A-Za-z0-9_-]{8,128}$/
const WRITES = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])

declare module '@adonisjs/core/http' {
  interface HttpContext {
    /** Takes the hash of a streamed upload, where the answer is kept for replays. */
    uploadDigest?: UploadDigest
  }
}

/**
 * Idempotency-Key on writes (interface 5.6), scoped per API key or user. The answer is stored in the
 * transaction of the effect. Place it after the credential and, where there is one, after the body. It may stand
 * before the check of the role: a replay asks for the role that the first request needed.
 */
export default class IdempotencyMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    // Not `request.header()`: an empty value must count as sent.
    const key = ctx.request.request.headers['idempotency-key']
    if (typeof key !== 'string' || !WRITES.has(ctx.request.method())) return next()
    if (!FORMAT.test(key)) throw new Refusal('BAD_IDEMPOTENCY_KEY')
    const outcome = await claim(scopeOf(ctx), key, fingerprint(ctx))
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
    write(ctx, answer)
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

/** The successful answer of the routes behind this one; null when it is none to keep. */
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

async function replay(ctx: HttpContext, answer: StoredAnswer) {
  const { uploadSha256, admission } = answer
  if (admission) await enterAgain(ctx, admission)
  if (uploadSha256 && !(await uploadsAgain(ctx.request.request, uploadSha256))) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSE')
  }
  ctx.response.header('Idempotent-Replayed', 'true')
  write(ctx, answer)
}

/** Sends the kept bytes themselves, the first time too, so that first answer and replay are the same bytes. */
function write({ response }: HttpContext, { status, body, location, cookies }: StoredAnswer) {
  if (cookies.length > 0) response.header('Set-Cookie', cookies)
  if (location) response.header('Location', location)
  response.header('Content-Type', 'application/json; charset=utf-8')
  response.status(status).send(body)
}

function scopeOf({ auth, scope }: HttpContext): string {
  const user = auth.use('user').user
  return user ? `user:${user.id}` : `key:${scope.actor.id}`
}

/**
 * Method, path, query and body as sent, hashed with a key: a body may hold a password. A streamed upload has no
 * body yet: its type stands here, and the hash of its file is kept with the answer (docs/decisions/identity.md).
 */
function fingerprint({ request, rawBody }: HttpContext): string {
  const hash = keyedDigest().update(`${request.method()}\n${request.request.url}\n`)
  if (rawBody) return hash.update('body\n').update(rawBody).digest('hex')
  const type = request.header('content-type')
  // The boundary of a form is made up anew for each attempt.
  const essence = (type ?? '').split(';')[0].trim().toLowerCase()
  return hash.update(`stream\n${essence}`).digest('hex')
}
