import { parseJson } from '#kernel/json/json'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from '#kernel/time/timestamps'

/** Encodes a position in the list of this name as an opaque text. */
export function encodeCursor(list: string, values: (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...values])).toString('base64url')
}

/**
 * Decodes the position in a cursor.
 * @throws Refusal INVALID_CURSOR if `encodeCursor` did not create the text for this list.
 */
export function decodeCursor(list: string, cursor: string): unknown[] {
  try {
    const named = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(named) && named[0] === list) return named.slice(1)
  } catch {
    // The text is not a cursor.
  }
  throw new Refusal('INVALID_CURSOR')
}

/** Returns true if a cursor's value is a valid time in milliseconds; imports may contain times before 1970. */
export function isMoment(value: unknown): value is Millis {
  return Number.isSafeInteger(value) && Number(value) >= MIN_TIMESTAMP && Number(value) <= MAX_TIMESTAMP
}

const MAX_INT = 2_147_483_647

/** Returns true if a cursor's value fits a column of type int. */
export function isInt(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INT
}
