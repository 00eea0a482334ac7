import { checkConcurrency, type Sessions, type SessionVerdict } from '#catalog/rules/concurrency'
import { checkHwid, type BoundHwids } from '#catalog/rules/hwid'
import { checkIp, type BoundIp } from '#catalog/rules/ip'
import type { Policy } from '#catalog/rules/policy'
import { checkRegion } from '#catalog/rules/region'
import type { ReasonCode } from './denials.js'
import { expiredBy } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'

/** What the calling program says of itself, and what is known of where it calls from. */
type AuthorizeCall = {
  productId: string
  hwid: string | null
  /** Normalised. */
  ip: string
  /** Country of the address; null when it is unknown. */
  region: string | null
}

/** Everything that decides a call, as it stood at one moment. */
export type AuthorizeFacts = {
  call: AuthorizeCall
  /** The license of this key in the caller's org; null when there is none. */
  license: LicenseState | null
  policy: Policy
  blacklisted: { hwid: boolean; ip: boolean }
  hwids: BoundHwids
  ips: BoundIp[]
  sessions: Sessions
}

/** What an allowed call changes. When nothing of it applies, the call only says that it was seen. */
export type AuthorizeEffects = {
  activates: boolean
  bindsHwid: boolean
  bindsIp: boolean
  opensSession: boolean
  /** How many of the oldest sessions make room. */
  evicted: number
}

export type AuthorizeDecision =
  { allow: false; reason: ReasonCode } | { allow: true; effects: AuthorizeEffects }

type Check = (facts: AuthorizeFacts, license: LicenseState, now: Millis) => ReasonCode | null

/** The order is the promised precedence: the first check that fails decides (contract#order-of-checks). */
const CHECKS: Check[] = [
  (_facts, license) => (license.status === 'PENDING' ? 'LICENSE_NOT_FOUND' : null),
  ({ call }, license) => (license.productId !== call.productId ? 'PRODUCT_MISMATCH' : null),
  (_facts, license) => (license.status === 'REVOKED' ? 'LICENSE_REVOKED' : null),
  (_facts, license) => (license.status === 'SUSPENDED' ? 'LICENSE_SUSPENDED' : null),
  (_facts, license, now) => expiry(license, now),
  ({ blacklisted }) => (blacklisted.hwid ? 'HWID_BLACKLISTED' : null),
  ({ blacklisted }) => (blacklisted.ip ? 'IP_BLACKLISTED' : null),
  ({ policy, hwids }) => refusal(checkHwid(policy, hwids)),
  ({ call, policy, ips }, _license, now) =>
    refusal(checkIp(policy, call.ip, ips, now)) ?? refusal(checkRegion(policy, call.region, ips, now)),
  ({ policy, sessions }) => refusal(checkConcurrency(policy, sessions)),
]

const BEFORE_HWID: readonly ReasonCode[] = [
  'LICENSE_NOT_FOUND',
  'PRODUCT_MISMATCH',
  'LICENSE_REVOKED',
  'LICENSE_SUSPENDED',
  'LICENSE_EXPIRED',
  'LICENSE_EXPIRED_RELATIVE',
  'IP_BLACKLISTED',
]

/** Whether a reason is found without asking the HWID policy, so that a call without a HWID can get it. */
export function standsBeforeHwid(reason: ReasonCode): boolean {
  return BEFORE_HWID.includes(reason)
}

/** Whether a license may be used at `now`, and what that use changes. Pure: the same facts, the same answer. */
export function decide(facts: AuthorizeFacts, now: Millis): AuthorizeDecision {
  const { license } = facts
  if (license === null) return { allow: false, reason: 'LICENSE_NOT_FOUND' }
  for (const check of CHECKS) {
    const reason = check(facts, license, now)
    if (reason) return { allow: false, reason }
  }
  return { allow: true, effects: effectsOf(facts, license, now) }
}

/** Whether anything must be written, and be durable, before an allowed call is answered. */
export function changesAnything(effects: AuthorizeEffects): boolean {
  return effects.activates || effects.bindsHwid || effects.bindsIp || effects.opensSession
}

function effectsOf(facts: AuthorizeFacts, license: LicenseState, now: Millis): AuthorizeEffects {
  const { call, policy, hwids, ips } = facts
  const session = checkConcurrency(policy, facts.sessions) as Exclude<SessionVerdict, string>
  const bindsAddress = checkIp(policy, call.ip, ips, now) === 'bind'
  return {
    activates: license.activatedAt === null,
    bindsHwid: checkHwid(policy, hwids) === 'bind',
    bindsIp: bindsAddress || checkRegion(policy, call.region, ips, now) === 'bind',
    opensSession: session.action === 'open',
    evicted: session.action === 'open' ? session.evicted : 0,
  }
}

/** EXPIRED by status, when the clock names no limit, is the fixed kind. */
function expiry(license: LicenseState, now: Millis): ReasonCode | null {
  const limit = expiredBy(license, now)
  if (limit === 'relative') return 'LICENSE_EXPIRED_RELATIVE'
  return limit === 'fixed' || license.status === 'EXPIRED' ? 'LICENSE_EXPIRED' : null
}

function refusal(verdict: string | { action: string }): ReasonCode | null {
  return typeof verdict === 'object' || verdict === 'ok' || verdict === 'bind'
    ? null
    : (verdict as ReasonCode)
}
