import type { HttpContext } from '@adonisjs/core/http'
import { lossyNumber, lossyProblem } from '#kernel/json/json_numbers'
import { invalidField } from '#kernel/refusals/refusal'

/**
 * Refuses a body with a number that would be kept as another one, such as a 64-bit id in metadata
 * (contract/01-changes#bounds).
 * @throws Refusal VALIDATION_ERROR naming it.
 */
export function refuseLossyNumbers({ rawBody }: HttpContext) {
  const lossy = lossyNumber(rawBody.toString())
  if (!lossy) return
  throw invalidField(lossy.path, lossyProblem(lossy))
}
