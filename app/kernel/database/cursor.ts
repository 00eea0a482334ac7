import { parseJson } from '#kernel/json/json'
import Refusal from '#kernel/refusals/refusal'

/** The position in a list as an opaque text. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * The position that a cursor names.
 * @throws Refusal INVALID_CURSOR when `encodeCursor` did not make the text.
 */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const values = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(values)) return values
  } catch {
    // Not ours either way.
  }
  throw new Refusal('INVALID_CURSOR')
}

/** Whether a value of a cursor is a time in milliseconds that a row can have: a date with a year of four digits. */
export function isMoment(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 253_402_300_800_000
}
