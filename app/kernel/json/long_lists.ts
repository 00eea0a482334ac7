import { arrayLiteral } from '#kernel/database/array_literal'
import { uuidArray } from '#kernel/database/uuid_array'
import type { FieldError } from '#kernel/refusals/codes'
import { invalidFields, MOST_DETAILS } from '#kernel/refusals/refusal'
import { shown } from '#kernel/text/shown'
import { isUuid } from '#kernel/text/uuid'

/** The rule for the strings of a list in a request body. It is plain data, so that it can be sent to a thread. */
export type ListRule = {
  /** UUIDs are compared case-insensitively; texts are trimmed. */
  of: 'uuid' | 'text'
  /** The maximum number of distinct elements, and the maximum number of characters of a text. */
  most: number
  longest: number
  /** Follows the name and the value of a wrong element in its message. */
  fault: string
}

/** Rules by the name of the member in the body. */
export type ListRules = Record<string, ListRule>

/**
 * The distinct strings of a list, in their order, as a Postgres array: UUIDs in the binary form of an array, texts in
 * its text form.
 */
export type LongList = { array: Uint8Array | string; count: number }

/** A list, or the problems to refuse it with once the rest of the body is read. */
export type ReadList = { list: LongList } | { problems: FieldError[] }

/**
 * Reads one long list into a single value, because 100,000 separate strings cost the garbage collector, the driver and
 * a message between threads more than it costs to read them.
 */
export function readList(field: string, list: unknown, rule: ListRule): ReadList {
  const wrongLength = [{ field, message: `${field} must be a list of 1 to ${rule.most} elements` }]
  if (!Array.isArray(list) || list.length < 1) return { problems: wrongLength }
  const found = new Set<string>()
  const problems: FieldError[] = []
  // Repeated elements count once. The limit of the body bounds their number.
  for (let at = 0; at < list.length && problems.length < MOST_DETAILS && found.size <= rule.most; at++) {
    const one: unknown = list[at]
    const value = typeof one === 'string' ? elementOf(one, rule) : null
    if (value !== null) found.add(value)
    else problems.push({ field: `${field}.${at}`, message: `${field}[${at}] ${shown(one)} ${rule.fault}` })
  }
  if (found.size > rule.most || (problems.length > 0 && list.length > rule.most))
    return { problems: wrongLength }
  if (problems.length > 0) return { problems }
  const array = rule.of === 'uuid' ? uuidArray([...found]) : arrayLiteral([...found])
  return { list: { array, count: found.size } }
}

function elementOf(text: string, { of, longest }: ListRule): string | null {
  if (of === 'uuid') return isUuid(text) ? text.toLowerCase() : null
  const trimmed = text.trim()
  return trimmed.length >= 1 && trimmed.length <= longest ? trimmed : null
}

/** @throws VALIDATION_ERROR that names the wrong elements. */
export function listOf(read: ReadList): LongList {
  if ('list' in read) return read.list
  throw invalidFields(read.problems)
}
