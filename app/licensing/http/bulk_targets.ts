import { shown } from '#kernel/text/shown'
import { isUuid } from '#kernel/text/uuid'
import type { FieldError } from '#kernel/refusals/codes'
import { invalidField, invalidFields, MOST_DETAILS } from '#kernel/refusals/refusal'
import { ownTurn } from '#kernel/time/own_turn'

/**
 * The most licenses that a bulk call can name (contract#bulk-requests).
 *
 * @internal
 */
export const MAX_NAMED = 100_000

/** Elements that are read before other requests get their turn. */
const SLICE = 1000

/** The distinct ids of a list, in its order. Errors: VALIDATION_ERROR naming each wrong element. */
export function distinctIds(field: string, list: unknown): Promise<string[]> {
  return distinct(field, list, 'is no UUID', (one) => (isUuid(one) ? one.toLowerCase() : null))
}

/** The distinct keys of a list, trimmed, in its order. Errors: VALIDATION_ERROR naming each wrong element. */
export function distinctKeys(field: string, list: unknown): Promise<string[]> {
  return distinct(field, list, 'is no license key of 1 to 128 characters', (one) => {
    const key = one.trim()
    return key.length >= 1 && key.length <= 128 ? key : null
  })
}

/**
 * One pass in slices: a list of 100,000 takes the time it takes, but other requests of this process do not wait for
 * its end.
 */
async function distinct(
  field: string,
  list: unknown,
  fault: string,
  read: (one: string) => string | null
): Promise<string[]> {
  if (!Array.isArray(list) || list.length < 1 || list.length > MAX_NAMED) {
    throw invalidField(field, `${field} must be a list of 1 to ${MAX_NAMED} elements`)
  }
  const found = new Set<string>()
  const problems: FieldError[] = []
  for (let at = 0; at < list.length && problems.length < MOST_DETAILS; at++) {
    if (at > 0 && at % SLICE === 0) await ownTurn()
    const one: unknown = list[at]
    const value = typeof one === 'string' ? read(one) : null
    if (value !== null) found.add(value)
    else problems.push({ field: `${field}.${at}`, message: `${field}[${at}] ${shown(one)} ${fault}` })
  }
  if (problems.length > 0) throw invalidFields(problems)
  return [...found]
}
