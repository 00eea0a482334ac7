import {
  changesAnything,
  decide,
  type AuthorizeDecision,
  type DecisionReason,
} from '#runtime/rules/authorize'
import { isExpiry } from '#runtime/rules/authorize_events'
import type { Millis } from '#kernel/time/millis'
import { needsHwid } from '#catalog/rules/hwid'
import { windowStart } from '#catalog/rules/ip'
import type { Scope } from '#kernel/audit/scope'
import { invalidField } from '#kernel/refusals/refusal'
import { assertWanted } from '#runtime/store/late_calls'
import type { Known } from '#runtime/queries/authorize_facts'
import { observe } from '#kernel/observe/observe'
import { activity } from '#runtime/store/authorize_activity'
import { publishEvents } from '#runtime/store/publish_events'
import type { OutgoingEvent } from '#kernel/outbox/outbox'
import { commitAuthorization } from './commit_authorization.js'
import {
  allowance,
  allowedEvents,
  deniedEvents,
  type AuthorizeAnswer,
  type DecidedAnswer,
  type SessionTerms,
} from './answer.js'
import { boundAddress, isPressing } from './seen.js'

/** Not a promise if nothing must be written first, as for most calls. */
type AnswerNowOrLater = DecidedAnswer | Promise<DecidedAnswer>

/** The age in milliseconds at which a "last seen" time is refreshed if no limit depends on it. */
const SEEN_EVERY = 60_000
/**
 * Returns the milliseconds for which a renewed session is not renewed again: a thousandth of its life, but at least a
 * second and at most a minute. A program that calls every few seconds must not cause a write each time.
 */
const renewalPause = (life: Millis): Millis => Math.min(Math.max(1000, life / 1000), 60_000)

/**
 * POST /v1/licenses/authorize (interface#45-runtime-validation-and-introspection, contract#4-authorize). A call that
 * only continues (its license activated, its device bound, its session live) writes nothing but events before its
 * response. A call that changes the license, its bindings or its sessions is decided again under the lock of the
 * license. `known` holds the facts that `loadFacts` has read for the call. Once `isWanted` returns false, the caller
 * has received an error, and the call must have no effect.
 * @throws Refusal VALIDATION_ERROR if the policy needs a HWID and none was sent; SIGNING_UNAVAILABLE if it is too late.
 */
export default class AuthorizeLicense {
  async execute(scope: Scope, known: Known, isWanted = () => true): Promise<AuthorizeAnswer> {
    assertWanted([{ isWanted }])
    const answer = answerable(await this.#decide(scope, known, isWanted))
    const { orgId, productId } = known.question
    if (answer.allow && answer.evicted > 0) {
      const { licenseId, evicted: count } = answer
      observe('session_evicted', { licenseId, orgId, productId, count })
    }
    const what = answer.allow
      ? ({ metric: 'authorized' } as const)
      : ({ metric: 'denied', reason: answer.reason } as const)
    activity.counted({ orgId, productId, ...what }, known.now)
    return answer
  }

  #decide({ actor }: Scope, known: Known, isWanted: () => boolean): AnswerNowOrLater {
    const { now } = known
    const decision = decide(known.facts, now)
    if (mustBeWritten(known, decision, now)) {
      return commitAuthorization({ question: known.question, actor, isWanted })
    }
    return decision.allow ? goOn(known, now, isWanted) : denied(known, decision.reason, now, isWanted)
  }
}

/** Returns whether the call changes anything that must be durable before its answer. */
function mustBeWritten(known: Known, decision: AuthorizeDecision, now: Millis): boolean {
  if (decision.allow) return changesAnything(decision.effects) || isPressing(known, now)
  return isExpiry(decision.reason) && known.facts.license!.status !== 'EXPIRED'
}

/** @throws Refusal VALIDATION_ERROR if the policy binds devices and the call names none. */
function answerable(answer: DecidedAnswer): AuthorizeAnswer {
  if (answer.allow) return answer
  const { reason } = answer
  if (reason === 'HWID_REQUIRED') {
    throw invalidField('hwid', 'hwid is required: the policy of this license binds devices')
  }
  return { allow: false, reason }
}

function denied(
  known: Known,
  reason: DecisionReason,
  now: Millis,
  isWanted: () => boolean
): AnswerNowOrLater {
  if (reason === 'HWID_REQUIRED') return { allow: false, reason }
  return published(deniedEvents(known, reason, now), { allow: false, reason }, isWanted, () =>
    noteHit(known, reason, now)
  )
}

/** Records that an entry of the blacklist has denied a call. */
function noteHit({ row }: Known, reason: DecisionReason, now: Millis) {
  if (reason === 'HWID_BLACKLISTED') activity.hit(row!.hwidEntry!, now)
  if (reason === 'IP_BLACKLISTED') activity.hit(row!.ipEntry!, now)
}

function goOn(known: Known, now: Millis, isWanted: () => boolean): AnswerNowOrLater {
  const license = known.facts.license!
  const session = sessionTerms(known, now)
  return published(
    allowedEvents(known, license, now),
    allowance(known, license, session, false, now),
    isWanted,
    () => {
      noteSightings(known, license.id, now)
      noteRenewal(known, license.id, session, now)
    }
  )
}

/**
 * Returns the answer once its events are durable (contract#outbox); without events it does not wait. `note` records
 * what the call has seen, only then: a call that fails because of its events must have no effect.
 */
function published(
  events: OutgoingEvent[],
  answer: AuthorizeAnswer,
  isWanted: () => boolean,
  note: () => void
): AnswerNowOrLater {
  const done = () => {
    note()
    return answer
  }
  return events.length === 0 ? done() : publishEvents(events, isWanted).then(done)
}

/** The session of a call that continues, with its new end if it is time to renew it. */
function sessionTerms({ facts, row }: Known, now: Millis): SessionTerms {
  const { sessionId, sessionSeenAt, sessionExpiresAt: until } = row!
  const life = facts.policy.sessionTtlSeconds * 1000
  const isRenewed = now - sessionSeenAt >= renewalPause(life) && now + life > until
  return { id: sessionId!, expiresAt: isRenewed ? now + life : until }
}

function noteRenewal({ row }: Known, licenseId: string, { id, expiresAt }: SessionTerms, now: Millis) {
  if (expiresAt !== row!.sessionExpiresAt) activity.renewed({ licenseId, id, seenAt: now, expiresAt })
}

/** Records that the device and the address were seen. If addresses count in a window, every sighting is recorded. */
function noteSightings(known: Known, licenseId: string, now: Millis) {
  const { call, policy } = known.facts
  const { hwidSeen } = known.row!
  if (needsHwid(policy) && hwidSeen !== null && now - hwidSeen > SEEN_EVERY) {
    activity.seen({ licenseId, kind: 'HWID', value: call.hwid!, seenAt: now })
  }
  const address = boundAddress(known, now)
  if (!address) return
  if (windowStart(policy, now) !== null || now - address.lastSeenAt > SEEN_EVERY) {
    activity.seen({ licenseId, kind: 'IP', value: address.value, seenAt: now })
  }
}
