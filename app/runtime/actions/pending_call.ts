import type { AuthorizeDecision } from '#runtime/rules/authorize'
import type { Actor } from '#kernel/audit/scope'
import type { Known } from '#runtime/queries/authorize_facts'
import type { Question } from '#runtime/queries/fact_rows'

/**
 * A call that must write: it takes a seat or a slot, activates, refreshes a session or address that is about to end, or
 * finds its license expired.
 */
export type Pending = {
  question: Question
  actor: Actor
  /** Returns false once the caller has been answered; then nothing of the call may be written. */
  isWanted?: () => boolean
}

/** A pending call, decided under the lock of its license. */
export type Decided = { pending: Pending; known: Known; decision: AuthorizeDecision }
