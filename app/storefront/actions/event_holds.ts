import type { Millis } from '#kernel/time/millis'
import { changeStatus, toldOf } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { writeChanges } from '#licensing/store/license_ledger'
import { isHeldByEvent } from '#storefront/rules/event_result'
import { heldByDisputes } from '#storefront/store/disputed_payment'
import type { Subject } from '#storefront/store/lock_subject'
import { eventContext, type EventCall } from './event_call.js'

/** Suspends the ACTIVE licenses, records in the subject that an event suspended them, and returns them. */
export async function hold(call: EventCall, locked: LicenseState[]): Promise<LicenseState[]> {
  const context = eventContext(call)
  const changes = locked.flatMap((before) => {
    const decision = changeStatus(before, 'suspend', context.now)
    return decision.outcome === 'changed' ? [{ before, after: decision.after, ...toldOf(decision) }] : []
  })
  await writeChanges(call.trx, changes, context)
  const held = changes.map(({ after }) => after)
  keep(call.subject, held)
  return held
}

/** Records in the subject that its event keeps these suspensions: it or another event has made them. */
export function keep(subject: Subject, suspended: LicenseState[]) {
  subject.holds = { ...subject.holds, ...holdsOf(suspended) }
}

/** Ends a suspension that an event has made; any other stays. Returns the state of the license afterwards. */
export async function letGo(call: EventCall, state: LicenseState): Promise<LicenseState> {
  if (state.status !== 'SUSPENDED' || !isHeldByEvent(state, call.subject.holds)) return state
  const decision = changeStatus(state, 'unsuspend', call.now)
  if (decision.outcome !== 'changed') return state
  await writeChanges(
    call.trx,
    [{ before: state, after: decision.after, ...toldOf(decision) }],
    eventContext(call)
  )
  return decision.after
}

/**
 * Suspends licenses because their subscription has ended. A license that a dispute has suspended stays so when the
 * dispute is won. What an earlier end has done to them does not count any more.
 */
export async function stop(call: EventCall, licenses: LicenseState[]) {
  const { trx, subject } = call
  const disputed = await heldByDisputes(trx, subject, licenses)
  const stopped = await hold(call, licenses)
  keep(subject, disputed)
  subject.latest.stops = {
    ...withoutFree(subject.latest.stops, licenses),
    ...holdsOf([...stopped, ...disputed]),
  }
}

/**
 * Suspends a license that a payment has made ACTIVE again, if its subscription has suspended it as far as an EXPIRED
 * license can be: a dispute is open, or its end does so (`isStopped`). A license that was suspended then, and that its
 * merchant has restored since, stays as it is.
 */
export async function holdRevived(
  call: EventCall,
  before: LicenseState,
  after: LicenseState,
  isStopped = false
) {
  if (before.status !== 'EXPIRED' || after.status !== 'ACTIVE') return
  const { latest, holds } = call.subject
  if (isStopped && latest.stops?.[after.id] === undefined) await stop(call, [after])
  else if (latest.open !== undefined && holds[after.id] === undefined) await hold(call, [after])
}

/** Forgets the suspensions that events have made of licenses that are not suspended any more. */
export function forgetHolds(subject: Subject, licenses: LicenseState[]) {
  subject.holds = withoutFree(subject.holds, licenses)
}

/** When each license was suspended, by its id. */
function holdsOf(suspended: LicenseState[]): Record<string, Millis> {
  return Object.fromEntries(suspended.map(({ id, suspendedAt }) => [id, suspendedAt!]))
}

/** Suspensions without those of licenses that are not suspended any more. */
function withoutFree(holds: Record<string, Millis> = {}, licenses: LicenseState[]): Record<string, Millis> {
  const free = new Set(licenses.filter(({ status }) => status !== 'SUSPENDED').map(({ id }) => id))
  return Object.fromEntries(Object.entries(holds).filter(([id]) => !free.has(id)))
}
