import type { Settled } from '#kernel/batching/micro_batch'
import Refusal from '#kernel/refusals/refusal'

/** The error for a client that gets no answer in time. It must not name the store (interface#74-retry-guidance). */
export const ASK_AFRESH = {
  message: 'The license cannot be checked right now: retry with a fresh nonce',
  retryAfter: 1,
}

/** A call in progress. `isWanted` returns false once the caller was answered 503, or is about to be. */
type Waiting = { isWanted?: () => boolean }

/**
 * Checks that every call of a batch is still wanted: a call that is answered 503 must have no effect
 * (contract/01-changes#bounds). The time for a commit ends shortly before the time for the answer, so the caller can
 * still receive this error.
 * @throws Refusal SIGNING_UNAVAILABLE if one call is not wanted.
 */
export function assertWanted(calls: Waiting[]) {
  if (!calls.every(isStillWanted)) throw tooLate()
}

/**
 * Runs `work` for the calls of a batch that are still wanted. The others get the error of `assertWanted`, and cost the
 * store nothing: after a moment in which it was slow, most of a line may be late, and must not hold up the rest.
 */
export async function settleWanted<Call extends Waiting, Out>(
  batch: Call[],
  work: (wanted: Call[]) => Promise<Settled<Out>[]>
): Promise<Settled<Out>[]> {
  const wanted = batch.map(isStillWanted)
  const some = batch.filter((_, at) => wanted[at])
  const results = some.length > 0 ? await work(some) : []
  let next = 0
  return wanted.map((one) => (one ? results[next++] : { error: tooLate() }))
}

const isStillWanted = ({ isWanted }: Waiting): boolean => isWanted?.() ?? true

const tooLate = () => new Refusal('SIGNING_UNAVAILABLE', ASK_AFRESH)
