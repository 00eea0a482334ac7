import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
import { grantedOf, type Features } from '#catalog/rules/features'
import { iso } from '#kernel/time/iso'

/** An allowed call as the transformer needs it. Times are milliseconds since the epoch. */
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
 * The answer to an allowed call as JSON text (contract#allowed-answer). Everything in it but the session's name is text
 * that JSON takes as it is, and the stored metadata is JSON already: parsing and printing it again on every call would
 * cost more than all the rest; the code of a tier has no character that JSON escapes.
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

/** Whether the license has the features that the program asks about; a missing one is no denial. */
function granted(features: Features, asked: readonly string[] | null): string {
  return asked === null ? '' : `,"granted":${JSON.stringify(grantedOf(features, asked))}`
}

/** A moment as JSON. */
function quoted(at: number | null): string {
  return at === null ? 'null' : `"${iso(at)}"`
}

const denials = new Map<ReasonCode, string>()

/** The denial envelope as JSON text (interface#71-envelopes). */
export function toDenial(reasonCode: ReasonCode): string {
  let text = denials.get(reasonCode)
  if (!text) {
    text = JSON.stringify({ ok: false, allow: false, reasonCode, message: DENIALS[reasonCode] })
    denials.set(reasonCode, text)
  }
  return text
}
