import type { HttpContext } from '@adonisjs/core/http'
import { isUuid } from '#kernel/text/uuid'
import { invalidField } from '#kernel/refusals/refusal'

/**
 * A path parameter that must be a UUID, in lower case.
 *
 * @throws Refusal VALIDATION_ERROR for any other value.
 */
export function uuidParam(ctx: HttpContext, name: string): string {
  const value = ctx.params[name]
  if (!isUuid(value)) throw invalidField(name, `${name} must be a UUID`)
  return value.toLowerCase()
}
