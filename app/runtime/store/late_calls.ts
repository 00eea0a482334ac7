import Refusal from '#kernel/refusals/refusal'

/** What a client is told that gets no answer in time. It must not name the store (interface#74-retry-guidance). */
export const ASK_AFRESH = {
  message: 'The license cannot be checked right now: retry with a fresh nonce',
  retryAfter: 1,
}

/** A call that a process works on. `isWanted` is false once the caller was, or is about to be, answered 503. */
type Waiting = { isWanted?: () => boolean }

/**
 * Looks whether every call of a batch is still wanted: a call that is answered 503 has no effect
 * (contract/01-changes#bounds). The time for a commit ends a moment before that for the answer, so a caller can still
 * hear of this error.
 * @throws Refusal SIGNING_UNAVAILABLE when one is not.
 */
export function assertWanted(calls: Waiting[]) {
  if (!calls.every(({ isWanted }) => isWanted?.() ?? true))
    throw new Refusal('SIGNING_UNAVAILABLE', ASK_AFRESH)
}
