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
  if (!calls.every(({ isWanted }) => isWanted?.() ?? true))
    throw new Refusal('SIGNING_UNAVAILABLE', ASK_AFRESH)
}
