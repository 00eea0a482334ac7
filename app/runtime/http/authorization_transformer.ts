import { DENIALS, type ReasonCode } from '#runtime/rules/denials'
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
}

/**
 * The answer to an allowed call as JSON text (contract#allowed-answer). Everything in it but the session's name is text
 * that JSON takes as it is, and the stored metadata is JSON already: parsing and printing it again on every call would
 * cost more than all the rest.
 */
export function toAllowance(allowance: Allowance): string {
  const { licenseId, status, wasActivated, metadata } = allowance
  const allowed = `"allow":true,"effectiveExpiresAt":${quoted(allowance.effectiveExpiresAt)}`
  return (
    `{"ok":true,${allowed},"data":{${allowed},"licenseId":"${licenseId}","status":"${status}",` +
    `"activatedAt":${quoted(allowance.activatedAt)},"wasActivated":${wasActivated},` +
    `"sessionId":${JSON.stringify(allowance.sessionId)},` +
    `"sessionExpiresAt":${quoted(allowance.sessionExpiresAt)},"metadata":${metadata}}}`
  )
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
