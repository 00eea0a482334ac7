import { invalidField } from '#kernel/refusals/refusal'
import { MAX_POINTS } from '#kernel/time/time_series'

/** Checks that an answer does not have too many points. @throws Refusal VALIDATION_ERROR */
export function assertShort(points: number) {
  if (points <= MAX_POINTS) return
  throw invalidField('from', `The range has more than ${MAX_POINTS} points: make it shorter`)
}
