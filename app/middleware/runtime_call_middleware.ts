import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { hasScope } from '#domain/api_key/scopes'
import { NONCE_WINDOW, pathOf } from '#domain/signing/canonical_string'
import Refusal from '#exceptions/refusal'
import type { KnownApiKey } from '#services/api_keys'
import { parseJsonBody, readBody } from '#services/request_body'
import { verifySignature, type Verdict } from '#services/request_signature'

/** The largest body of a runtime call, in bytes. */
const LIMIT = 16 * 1024

export type RuntimeCallOptions = {
  /** Whether calls count in the window of their license (interface 8). */
  perLicense?: boolean
}

/**
 * What a runtime call must pass before its body is looked at, in the promised order: credential, rate limits,
 * signature, timestamp, nonce, body (contract 4). What needs no store is found out first and told last, so
 * that windows and nonce take one round trip. A call whose signature is wrong neither uses up its nonce nor
 * counts against a license.
 */
export default class RuntimeCallMiddleware {
  async handle(ctx: HttpContext, next: NextFn, { perLicense = false }: RuntimeCallOptions = {}) {
    const key = await authorizedKey(ctx)
    ctx.rawBody = await readWireBody(ctx)
    const verdict = verify(ctx, key)
    const body = parse(ctx)
    const licenseKey = perLicense && !verdict.refusal ? licenseKeyOf(body.value) : undefined
    const fresh = await claim(ctx, key, verdict, licenseKey)
    if (verdict.refusal) throw verdict.refusal
    if (fresh === false) throw new Refusal('NONCE_REUSED')
    if (body.refusal) throw body.refusal
    ctx.request.setInitialBody(body.value as object)
    ctx.scope = { orgId: key.orgId, productId: key.productId, actor: { type: 'apiKey', id: key.id } }
    return next()
  }
}

async function authorizedKey(ctx: HttpContext): Promise<KnownApiKey> {
  const key = await ctx.auth.use('apiKey').authenticate()
  if (!hasScope(key.permissions, 'license:authorize')) {
    throw new Refusal('PERMISSION_DENIED', { message: 'The API key lacks the scope license:authorize' })
  }
  return key
}

/** Signatures are made over the bytes as sent, so an encoded body cannot be accepted (contract 4). */
async function readWireBody({ request }: HttpContext): Promise<Buffer> {
  const encoding = request.header('content-encoding')
  if (encoding && encoding !== 'identity') {
    throw new Refusal('BAD_REQUEST', { message: 'Send the body without content-encoding' })
  }
  return readBody(request.request, LIMIT)
}

function verify({ request, rawBody }: HttpContext, key: KnownApiKey): Verdict {
  const wire = request.request
  const sent = {
    timestamp: request.header('x-svc-timestamp'),
    nonce: request.header('x-svc-nonce'),
    signature: request.header('x-svc-signature'),
  }
  const path = pathOf(wire.url ?? '/')
  return verifySignature({ method: wire.method!, path, body: rawBody, sent }, key, Date.now())
}

type ParsedBody = { value: unknown; refusal: Refusal | null }

function parse({ request, rawBody }: HttpContext): ParsedBody {
  if (rawBody.length === 0) return { value: {}, refusal: null }
  try {
    const value = parseJsonBody(rawBody, request.header('content-type'))
    if (!Array.isArray(value)) return { value, refusal: null }
    return { value: {}, refusal: new Refusal('BAD_REQUEST', { message: 'The body must be a JSON object' }) }
  } catch (error) {
    if (error instanceof Refusal) return { value: {}, refusal: error }
    throw error
  }
}

function licenseKeyOf(value: unknown): string | undefined {
  const { licenseKey } = value as { licenseKey?: unknown }
  return typeof licenseKey === 'string' && licenseKey.length <= 256 ? licenseKey : undefined
}

/**
 * Nonces and license windows belong to a product, whose keys may share one signing secret. Errors: those of
 * the limits; SIGNING_UNAVAILABLE when the nonce could not be claimed.
 */
async function claim(ctx: HttpContext, { productId }: KnownApiKey, { nonce }: Verdict, licenseKey?: string) {
  try {
    return await ctx.limits.take({
      license: licenseKey === undefined ? undefined : `${productId}:${licenseKey}`,
      nonce: nonce === null ? undefined : { key: `nonce:${productId}:${nonce}`, ttlMs: NONCE_WINDOW },
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('SIGNING_UNAVAILABLE', { retryAfter: 1 })
  }
}
