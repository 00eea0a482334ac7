import type { HttpContext } from '@adonisjs/core/http'
import { lossyNumber, lossyProblem } from '#kernel/json/json_numbers'
import { invalidField } from '#kernel/refusals/refusal'

/**
 * Refuses a body with a number that JSON parsing would change, such as a 64-bit id in metadata
 * (contract/01-changes#bounds).
 * @throws Refusal VALIDATION_ERROR, which names the number.
 */
export function refuseLossyNumbers({ rawBody }: HttpContext) {
  const lossy = lossyNumber(rawBody.toString())
  if (!lossy) return
  throw invalidField(lossy.path, lossyProblem(lossy))
}
