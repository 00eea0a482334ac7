import type { IncomingMessage } from 'node:http'
import { requirePermission, keyScope, usableKey } from '#access/api_key_guard'
import { bodies } from '#config/bodies'
import type { Scope } from '#kernel/audit/scope'
import { NONCE_WINDOW, pathOf } from '#kernel/signing/canonical_string'
import Refusal from '#kernel/refusals/refusal'
import type { KnownApiKey } from '#accounts/credentials/api_keys'
import { databaseNow } from '#kernel/database/database_time'
import { refreshDatabaseTime } from '#kernel/database/read_database_time'
import { parseJsonBody, readBody, refuseEncoding } from '#kernel/net/request_body'
import type RequestLimits from '#http/request_limits'
import type { Counted } from '#http/request_limits'
import { verifySignature, type SignatureVerdict } from '#runtime/store/request_signature'
import type Deadline from './deadline.js'

/** An incoming runtime call: its request, its deadline, and its limits, which hold its address and API key. */
export type RuntimeCall = { wire: IncomingMessage; limits: RequestLimits; deadline: Deadline }

/** A call that has passed the checks; `body` is parsed but not validated yet. */
export type AdmittedCall = {
  /** Bound to the product of the API key. */
  scope: Scope & { productId: string }
  body: unknown
  address: string
}

export type AdmitOptions = {
  /** True if calls count in the window of their license (interface#8-limits). */
  perLicense?: boolean
  /** Runs early for a call that passed the local checks but may still be refused, so it must change nothing. */
  begin?: (call: AdmittedCall) => void
}

/**
 * Checks a runtime call before its body is used, in the promised order: credential, rate limits, signature,
 * timestamp, nonce, body (contract#order-of-checks). Local checks run first but are reported last, so rate limits and
 * nonce share one round trip. A call with a wrong signature neither uses up its nonce nor counts against a license.
 * Refusals cost little: the body of a call is not read if its window is known to be full, and not parsed if its
 * signature is wrong. If this function throws before it has counted the call, its caller must count it.
 */
export async function admitCall(call: RuntimeCall, options: AdmitOptions = {}): Promise<AdmittedCall> {
  const { wire, limits, deadline } = call
  const { perLicense = false, begin } = options
  const key = usableKey(limits)
  requirePermission(key, 'license:authorize')
  const known = limits.knownRefusal()
  if (known) throw known
  deadline.waitsForBody()
  const raw = await readBody(wire, bodies.limits.runtime)
  deadline.bodyIsWhole()
  let verdict = verify(wire, raw, key)
  if (isExpired(verdict) && (await refreshDatabaseTime())) verdict = verify(wire, raw, key)
  if (!verdict.allow) throw verdict.reason
  const body = parse(wire, raw)
  const licenseKey = perLicense ? licenseKeyOf(body.value) : undefined
  const claimed = limits.take(countedIn(key, verdict.nonce, licenseKey))
  const admitted = { scope: keyScope(key), body: body.value, address: limits.address }
  if (!body.refusal && !limits.knownFull) begin?.(admitted)
  const fresh = await claimed
  if (fresh === false) throw new Refusal('NONCE_REUSED')
  if (body.refusal) throw body.refusal
  return admitted
}

function verify(wire: IncomingMessage, body: Buffer, key: KnownApiKey): SignatureVerdict {
  const header = (name: string) => wire.headers[name] as string | undefined
  const sent = {
    timestamp: header('x-svc-timestamp'),
    nonce: header('x-svc-nonce'),
    signature: header('x-svc-signature'),
  }
  return verifySignature(
    { method: wire.method!, path: pathOf(wire.url ?? '/'), body, sent },
    key,
    databaseNow()
  )
}

/** Before a call is refused for its time, the time is read again: the clocks may have changed since the last call. */
function isExpired(verdict: SignatureVerdict): boolean {
  return !verdict.allow && verdict.reason.reason === 'SIGNATURE_EXPIRED'
}

type ParsedBody = { value: unknown; refusal: Refusal | null }

function parse(wire: IncomingMessage, raw: Buffer): ParsedBody {
  if (raw.length === 0) return { value: {}, refusal: null }
  try {
    refuseEncoding(wire.headers)
    return { value: parseJsonBody(raw, wire.headers['content-type']), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) return { value: {}, refusal: error }
    throw error
  }
}

function licenseKeyOf(value: unknown): string | undefined {
  const { licenseKey } = value as { licenseKey?: unknown }
  return typeof licenseKey === 'string' && licenseKey.length <= 256 ? licenseKey : undefined
}

/** Nonces and license windows are keyed by product, because the keys of a product may share one signing secret. */
function countedIn(
  { productId }: KnownApiKey,
  nonce: { value: string; signedAt: number } | null,
  licenseKey?: string
): Counted {
  return {
    license: licenseKey === undefined ? undefined : `${productId}:${licenseKey}`,
    nonce: nonce
      ? { key: `nonce:${productId}:${nonce.value}`, ttlMs: NONCE_WINDOW, signedAt: nonce.signedAt }
      : undefined,
  }
}
