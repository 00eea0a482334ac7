import { DENIALS, type ReasonCode } from '#domain/license/denials'
import { iso } from './timestamps.js'

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
 * The answer to an allowed call as JSON text (contract 4). The stored metadata goes into it as it is: parsing
 * and printing it again on every call would cost more than all the rest.
 */
export function toAllowance(allowance: Allowance): string {
  const { licenseId, status, wasActivated, sessionId, metadata } = allowance
  const effectiveExpiresAt = iso(allowance.effectiveExpiresAt)
  const data = JSON.stringify({
    allow: true,
    effectiveExpiresAt,
    licenseId,
    status,
    activatedAt: iso(allowance.activatedAt),
    wasActivated,
    sessionId,
    sessionExpiresAt: iso(allowance.sessionExpiresAt),
  })
  const top = `{"ok":true,"allow":true,"effectiveExpiresAt":${JSON.stringify(effectiveExpiresAt)}`
  return `${top},"data":${data.slice(0, -1)},"metadata":${metadata}}}`
}

const denials = new Map<ReasonCode, string>()

/** The denial envelope of interface 7.1 as JSON text. */
export function toDenial(reasonCode: ReasonCode): string {
  let text = denials.get(reasonCode)
  if (!text) {
    text = JSON.stringify({ ok: false, allow: false, reasonCode, message: DENIALS[reasonCode] })
    denials.set(reasonCode, text)
  }
  return text
}
