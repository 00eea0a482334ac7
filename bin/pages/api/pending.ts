/** Routes that the API document does not describe yet. The tests hold no answer of theirs against it. */
export const PENDING = ['active_orgs.show'] as const
