import type { AuthorizeDecision } from '#domain/license/authorize'
import type { Actor } from '#domain/scope'
import type { Known } from '#queries/authorize/authorize_facts'
import type { Question } from '#queries/authorize/fact_rows'

/** A call that takes a seat or a slot, activates, or finds its license expired. */
export type Pending = {
  question: Question
  actor: Actor
  /** False once the caller has been answered: then nothing of the call may be written. */
  isWanted?: () => boolean
}

/** A pending call, decided under the lock of its license. */
export type Decided = { pending: Pending; known: Known; decision: AuthorizeDecision }
