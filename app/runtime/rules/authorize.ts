import type { BindingVerdict } from '#catalog/rules/binding'
import { checkConcurrency, type Sessions, type SessionVerdict } from '#catalog/rules/concurrency'
import { checkHwid, needsHwid, type BoundHwids } from '#catalog/rules/hwid'
import { checkIp, type BoundIp } from '#catalog/rules/ip'
import type { Policy } from '#catalog/rules/policy'
import { checkRegion } from '#catalog/rules/region'
import type { ReasonCode } from './denials.js'
import { expiredBy } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { deny, type Verdict } from '#kernel/refusals/verdict'

/** The facts that the calling program states, and the known facts about its address. */
type AuthorizeCall = {
  productId: string
  hwid: string | null
  /** In canonical form. */
  ip: string
  /** Country of the address; null if unknown. */
  region: string | null
}

/** All facts that decide a call, as of one moment. */
export type AuthorizeFacts = {
  call: AuthorizeCall
  /** The license with this key in the caller's org; null if there is none. */
  license: LicenseState | null
  /** True if the whole org is suspended, regardless of the status of its licenses. */
  orgSuspended: boolean
  policy: Policy
  blacklisted: { hwid: boolean; ip: boolean }
  hwids: BoundHwids
  ips: BoundIp[]
  sessions: Sessions
}

/** The changes of an allowed call. If there are none, the call only updates "last seen" times. */
export type AuthorizeEffects = {
  activates: boolean
  bindsHwid: boolean
  bindsIp: boolean
  opensSession: boolean
  /** The number of the oldest sessions that end to make room. */
  evicted: number
}

/** `HWID_REQUIRED` is the only reason that is not a denial but an invalid request (contract#authorize-request). */
export type DecisionReason = ReasonCode | 'HWID_REQUIRED'

export type AuthorizeDecision = Verdict<DecisionReason, { effects: AuthorizeEffects }>

/** The result of one check: a reason to deny, or the changes of the call that this check knows. */
type Finding = Verdict<DecisionReason, { effects?: Partial<AuthorizeEffects> }>

type Check = (facts: AuthorizeFacts, license: LicenseState, now: Millis) => Finding

/** The checks in the promised order: the first check that fails decides (contract#order-of-checks). */
const CHECKS: Check[] = [
  (_facts, license) => deniedIf(license.status === 'PENDING', 'LICENSE_NOT_FOUND'),
  ({ call }, license) => deniedIf(license.productId !== call.productId, 'PRODUCT_MISMATCH'),
  (_facts, license) => deniedIf(license.status === 'REVOKED', 'LICENSE_REVOKED'),
  ({ orgSuspended }, license) =>
    deniedIf(orgSuspended || license.status === 'SUSPENDED', 'LICENSE_SUSPENDED'),
  (_facts, license, now) => checkExpiry(license, now),
  ({ blacklisted }) => deniedIf(blacklisted.hwid, 'HWID_BLACKLISTED'),
  ({ blacklisted }) => deniedIf(blacklisted.ip, 'IP_BLACKLISTED'),
  ({ call, policy }) => deniedIf(call.hwid === null && needsHwid(policy), 'HWID_REQUIRED'),
  ({ policy, hwids }) => bound(checkHwid(policy, hwids), BINDS_HWID),
  ({ call, policy, ips }, _license, now) => bound(checkIp(policy, call.ip, ips, now), BINDS_IP),
  ({ call, policy, ips }, _license, now) => bound(checkRegion(policy, call.region, ips, now), BINDS_IP),
  ({ policy, sessions }) => seated(checkConcurrency(policy, sessions)),
  (_facts, license) => (license.activatedAt === null ? ACTIVATES : PASSED),
]

/**
 * Decides in one pass over the checks whether a license may be used at `now`, and returns what this use changes. It is
 * pure: the same facts give the same decision.
 */
export function decide(facts: AuthorizeFacts, now: Millis): AuthorizeDecision {
  const { license } = facts
  if (license === null) return deny('LICENSE_NOT_FOUND')
  const effects = { activates: false, bindsHwid: false, bindsIp: false, opensSession: false, evicted: 0 }
  for (const check of CHECKS) {
    const found = check(facts, license, now)
    if (!found.allow) return found
    if (found.effects) Object.assign(effects, found.effects)
  }
  return { allow: true, effects }
}

/** Returns whether an allowed call changes anything that must be durable before its answer. */
export function changesAnything(effects: AuthorizeEffects): boolean {
  return effects.activates || effects.bindsHwid || effects.bindsIp || effects.opensSession
}

const PASSED: Finding = { allow: true }
const BINDS_HWID: Finding = { allow: true, effects: { bindsHwid: true } }
const BINDS_IP: Finding = { allow: true, effects: { bindsIp: true } }
const ACTIVATES: Finding = { allow: true, effects: { activates: true } }

function deniedIf(found: boolean, reason: DecisionReason): Finding {
  return found ? deny(reason) : PASSED
}

function bound(verdict: BindingVerdict<ReasonCode>, binds: Finding): Finding {
  if (!verdict.allow) return verdict
  return verdict.binds ? binds : PASSED
}

function seated(verdict: SessionVerdict): Finding {
  if (!verdict.allow) return verdict
  return verdict.opens ? { allow: true, effects: { opensSession: true, evicted: verdict.evicted } } : PASSED
}

/** A license with status EXPIRED whose clock names no passed limit is denied like one past its fixed limit. */
function checkExpiry(license: LicenseState, now: Millis): Finding {
  const limit = expiredBy(license, now)
  if (limit === 'relative') return deny('LICENSE_EXPIRED_RELATIVE')
  return deniedIf(limit === 'fixed' || license.status === 'EXPIRED', 'LICENSE_EXPIRED')
}
