import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { grantedOf, type Features } from '#catalog/rules/features'
import { iso } from '#kernel/time/iso'

/** The fields of an allowed call that the transformer needs. Times are milliseconds since the epoch. */
type Allowance = {
  licenseId: string
  status: string
  activatedAt: number | null
  effectiveExpiresAt: number | null
  wasActivated: boolean
  sessionId: string
  sessionExpiresAt: number
  /** JSON as stored. */
  metadata: string
  tier: string | null
  features: { values: Features; json: string }
}

/**
 * Returns the answer to an allowed call as JSON text (contract#allowed-answer). The stored metadata is JSON already; to
 * parse and print it again on every call would cost more than all the rest. Of the other texts, only the session id
 * and the requested feature names need JSON escapes: a tier code has no character that JSON escapes.
 */
export function toAllowance(allowance: Allowance, asked: readonly string[] | null = null): string {
  const { licenseId, status, wasActivated, metadata, tier, features } = allowance
  const allowed = `"allow":true,"effectiveExpiresAt":${quoted(allowance.effectiveExpiresAt)}`
  return (
    `{"ok":true,${allowed},"data":{${allowed},"licenseId":"${licenseId}","status":"${status}",` +
    `"activatedAt":${quoted(allowance.activatedAt)},"wasActivated":${wasActivated},` +
    `"sessionId":${JSON.stringify(allowance.sessionId)},` +
    `"sessionExpiresAt":${quoted(allowance.sessionExpiresAt)},"metadata":${metadata},` +
    `"tier":${tier === null ? 'null' : `"${tier}"`},"features":${features.json}${granted(features.values, asked)}}}`
  )
}

/** Returns the part that says which requested features the license has; a missing feature does not deny the call. */
function granted(features: Features, asked: readonly string[] | null): string {
  return asked === null ? '' : `,"granted":${JSON.stringify(grantedOf(features, asked))}`
}

/** Returns a moment as JSON text. */
function quoted(at: number | null): string {
  return at === null ? 'null' : `"${iso(at)}"`
}

const denials = new Map<ReasonCode, string>()

/** Returns the denial envelope as JSON text (interface#71-envelopes). */
export function toDenial(reasonCode: ReasonCode): string {
  let text = denials.get(reasonCode)
  if (!text) {
    text = JSON.stringify({ ok: false, allow: false, reasonCode, message: DENIALS[reasonCode] })
    denials.set(reasonCode, text)
  }
  return text
}
