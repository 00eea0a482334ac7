import {
  authorizedEvent,
  deniedEvent,
  expiredEvent,
  isExpiry,
  type RuntimeEvent,
} from '#runtime/rules/authorize_events'
import type { DecisionReason } from '#runtime/rules/authorize'
import type { ReasonCode } from '#runtime/rules/denials'
import { effectiveExpiresAt } from '#licensing/rules/expiry_clock'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState, LicenseStatus } from '#licensing/rules/license'
import { ALL_EVENTS, type EventName } from '#kernel/outbox/events'
import type { Known } from '#runtime/queries/authorize_facts'
import { rememberedFeatures, type AnsweredFeatures } from '#runtime/queries/remembered_features'
import type { OutgoingEvent } from '#kernel/outbox/outbox'

/** The answer to a call (contract#allowed-answer). */
export type AuthorizeAnswer<Reason = ReasonCode> = { allow: false; reason: Reason } | Allowance

/** The answer before the edge separates denials from calls that lack a required HWID. */
export type DecidedAnswer = AuthorizeAnswer<DecisionReason>

export type Allowance = {
  allow: true
  licenseId: string
  status: LicenseStatus
  activatedAt: Millis | null
  effectiveExpiresAt: Millis | null
  wasActivated: boolean
  sessionId: string
  sessionExpiresAt: Millis
  /** The number of sessions that were ended to make room for this one; not part of the answer. */
  evicted: number
  /** JSON as stored. */
  metadata: string
  /** The code of the license's tier. */
  tier: string | null
  features: AnsweredFeatures
}

/** The session in which an allowed call continues. */
export type SessionTerms = { id: string; expiresAt: Millis; evicted?: number }

/** Returns the answer to an allowed call; `license` is its state after the call. */
export function allowance(
  { row }: Known,
  license: LicenseState,
  session: SessionTerms,
  wasActivated: boolean,
  now: Millis
): Allowance {
  return {
    allow: true,
    licenseId: license.id,
    status: license.status,
    activatedAt: license.activatedAt,
    effectiveExpiresAt: effectiveExpiresAt(license, now),
    wasActivated,
    sessionId: session.id,
    sessionExpiresAt: session.expiresAt,
    evicted: session.evicted ?? 0,
    metadata: row!.metadata,
    tier: row!.tier,
    features: rememberedFeatures(row!.featureDefaults, row!.tierFeatures, row!.own),
  }
}

/** Returns the events of an allowed call that an endpoint listens to. */
export function allowedEvents(known: Known, license: LicenseState, now: Millis): OutgoingEvent[] {
  return listened(known) ? heard(known, [authorizedEvent(license, false, now)]) : []
}

/** Returns the events of a denied call that an endpoint listens to; none for a license that does not exist. */
export function deniedEvents(known: Known, reason: ReasonCode, now: Millis): OutgoingEvent[] {
  const { license, call } = known.facts
  if (!license || reason === 'LICENSE_NOT_FOUND' || !listened(known)) return []
  const denied = deniedEvent(license.id, call.productId, reason)
  return heard(known, isExpiry(reason) ? [expiredEvent(license, now), denied] : [denied])
}

/** Returns whether any endpoint listens. Usually none does, and to build an event costs more than this check. */
function listened({ row }: Known): boolean {
  return row?.listening != null
}

/** Returns whether an enabled endpoint of the called product listens to this event. */
export function isHeard({ row }: Known, name: EventName): boolean {
  const listening = row?.listening
  return !!listening && (listening.includes(ALL_EVENTS) || listening.includes(name))
}

function heard(known: Known, events: RuntimeEvent[]): OutgoingEvent[] {
  const { orgId, productId } = known.question
  return events.filter(({ name }) => isHeard(known, name)).map((event) => ({ orgId, productId, ...event }))
}
