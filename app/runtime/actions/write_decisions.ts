import { expiredEvent, deniedEvent, authorizedEvent, isExpiry } from '#runtime/rules/authorize_events'
import type { AuthorizeEffects } from '#runtime/rules/authorize'
import { expire } from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { newId } from '#kernel/secrets/ids'
import { writeChanges, type LicenseChange } from '#licensing/store/license_ledger'
import type { SqlTransaction } from '#kernel/database/sql'
import { recordMetrics } from '#kernel/metrics/record_metrics'
import { recordEvents, type OutgoingEvent } from '#kernel/outbox/outbox'
import type { Actor } from '#kernel/audit/scope'
import { allowance, allowedEvents, deniedEvents, isHeard, type DecidedAnswer } from './answer.js'
import type { Decided } from './pending_call.js'
import {
  evictSessions,
  writeBindings,
  writeSessions,
  type BindingWrite,
  type SessionWrite,
} from './seat_writes.js'
import { boundAddress } from './seen.js'

/** The writes that one decided call adds to its transaction. */
type Part = {
  answer: DecidedAnswer
  actor: Actor
  change?: LicenseChange
  events: OutgoingEvent[]
  session?: SessionWrite
  evicted?: { licenseId: string; count: number }
  bindings: BindingWrite[]
  activated: boolean
}

/** Writes the changes of decided calls, one kind of write after the other; returns the answers in their order. */
export async function writeDecisions(
  trx: SqlTransaction,
  decided: Decided[],
  now: Millis
): Promise<DecidedAnswer[]> {
  const parts = decided.map((one) => partOf(one, now))
  await evictSessions(
    trx,
    parts.flatMap(({ evicted }) => evicted ?? [])
  )
  const sessions = parts.flatMap(({ session }) => session ?? [])
  if (sessions.length > 0) await writeSessions(trx, sessions, now)
  await writeBindings(
    trx,
    parts.flatMap(({ bindings }) => bindings),
    now
  )
  for (const group of Map.groupBy(parts, ({ actor }) => actor.id).values()) {
    const changes = group.flatMap(({ change }) => change ?? [])
    await writeChanges(trx, changes, { actor: group[0].actor, now })
  }
  await recordEvents(
    trx,
    parts.flatMap(({ events }) => events),
    now
  )
  const activated = decided.filter((_one, at) => parts[at].activated)
  await recordMetrics(
    trx,
    activated.map(({ known: { question } }) => ({
      orgId: question.orgId,
      productId: question.productId,
      metric: 'activated',
    })),
    now
  )
  return parts.map(({ answer }) => answer)
}

function partOf(one: Decided, now: Millis): Part {
  return one.decision.allow ? allowedPart(one, one.decision.effects, now) : deniedPart(one, now)
}

/** Returns the writes of a denied call. Its only change is to mark a license that it found to be expired. */
function deniedPart({ pending, known, decision }: Decided, now: Millis): Part {
  if (decision.allow) throw new Error('An allowed call is no denial')
  const { license, call } = known.facts
  const { reason } = decision
  const part: Part = {
    answer: { allow: false, reason },
    actor: pending.actor,
    events: [],
    bindings: [],
    activated: false,
  }
  if (reason === 'HWID_REQUIRED') return part
  part.events = deniedEvents(known, reason, now)
  const expired = license && isExpiry(reason) ? expire(license, now) : null
  if (!license || !expired) return part
  const { name, data } = expiredEvent(license, now)
  const denied = deniedEvent(license.id, call.productId, reason)
  const { orgId } = known.question
  return {
    ...part,
    change: { before: license, after: expired.after, event: name, payload: data },
    events: isHeard(known, denied.name) ? [{ orgId, productId: call.productId, ...denied }] : [],
  }
}

function allowedPart({ pending, known }: Decided, effects: AuthorizeEffects, now: Millis): Part {
  const { call, policy, sessions } = known.facts
  const before = known.facts.license!
  const after: LicenseState = effects.activates
    ? { ...before, activatedAt: now, revision: before.revision + 1 }
    : before
  const session: SessionWrite = {
    licenseId: before.id,
    id: sessions.own?.id ?? known.question.sessionId ?? newId(),
    hwid: call.hwid,
    ip: call.ip,
    expiresAt: Math.max(now + policy.sessionTtlSeconds * 1000, sessions.own?.expiresAt ?? 0),
  }
  const { name, data } = authorizedEvent(after, true, now)
  const payload = isHeard(known, name) ? data : null
  return {
    answer: allowance(known, after, { ...session, evicted: effects.evicted }, effects.activates, now),
    actor: pending.actor,
    change: effects.activates ? { before, after, event: name, payload } : undefined,
    events: effects.activates ? [] : allowedEvents(known, after, now),
    session,
    evicted: effects.evicted > 0 ? { licenseId: before.id, count: effects.evicted } : undefined,
    bindings: bindingsOf(known, effects, now),
    activated: effects.activates,
  }
}

function bindingsOf(known: Decided['known'], effects: AuthorizeEffects, now: Millis): BindingWrite[] {
  const { call, policy, license } = known.facts
  const licenseId = license!.id
  const bindings: BindingWrite[] = []
  if (policy.hwidMode !== 'none' && call.hwid !== null) {
    bindings.push({ licenseId, kind: 'HWID', value: call.hwid, region: null })
  }
  const address = effects.bindsIp ? { value: call.ip, region: call.region } : boundAddress(known, now)
  if (address) bindings.push({ licenseId, kind: 'IP', value: address.value, region: address.region })
  return bindings
}
