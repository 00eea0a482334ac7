import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#kernel/refusals/refusal'
import type { Fingerprint, StoredAnswer } from '#http/idempotency'
import { keyedDigest } from '#kernel/secrets/tokens'
import { uploadsAgain } from '#kernel/files/upload_digest'
import { enterAgain } from './admission.js'

/**
 * The caller that the idempotency keys belong to. A sign-in with a license key counts as that license, because its
 * user may not be the license's owner. A token for one product has keys of its own, because it must not get answers
 * about licenses of other products. Whoever has the bootstrap token is one caller.
 */
export function callerOf({ auth, bootstraps, scope }: HttpContext): string {
  if (bootstraps) return 'bootstrap'
  const user = auth.use('user').user
  if (user) return `user:${user.id}`
  const { id, type } = scope.actor
  if (type !== 'endUser') return `key:${id}`
  const { licenseId, productId } = auth.use('endUser').getUserOrFail().token
  if (licenseId) return `license:${licenseId}`
  return productId ? `endUser:${id}:${productId}` : `endUser:${id}`
}

/** The hash of a request's target: method, path and query, as sent. */
export function targetOf({ request }: HttpContext): string {
  return keyedDigest().update(`${request.method()}\n${request.request.url}\n`).digest('hex')
}

/**
 * The hash of target and body as sent. It is keyed, because a body may contain a password. A streamed upload has no
 * body yet: its content type is hashed here, and the hash of its file is stored with the answer
 * (docs/decisions/identity.md).
 */
export function fingerprint(ctx: HttpContext): Fingerprint {
  const { request, rawBody } = ctx
  const hash = keyedDigest().update(`${request.method()}\n${request.request.url}\n`)
  const target = targetOf(ctx)
  if (rawBody) return { target, whole: hash.update('body\n').update(rawBody).digest('hex') }
  const type = request.header('content-type')
  // Each attempt has a new form boundary, so it is left out.
  const essence = (type ?? '').split(';')[0].trim().toLowerCase()
  return { target, whole: hash.update(`stream\n${essence}`).digest('hex') }
}

/**
 * Sends a stored answer again to a caller who may still receive it.
 * @throws Refusal of the role check; IDEMPOTENCY_KEY_REUSE.
 */
export async function replay(ctx: HttpContext, answer: StoredAnswer) {
  const { uploadSha256, admission } = answer
  if (admission) await enterAgain(ctx, admission)
  if (uploadSha256 && !(await uploadsAgain(ctx.request.request, uploadSha256))) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSE')
  }
  ctx.response.header('Idempotent-Replayed', 'true')
  writeAnswer(ctx, answer)
}

/** Sends the stored text, the first time too, so that the first answer and its replay have the same bytes. */
export function writeAnswer({ response }: HttpContext, { status, body, location, cookies }: StoredAnswer) {
  if (cookies.length > 0) response.header('Set-Cookie', cookies)
  if (location) response.header('Location', location)
  response.header('Content-Type', 'application/json; charset=utf-8')
  response.status(status).send(body)
}
