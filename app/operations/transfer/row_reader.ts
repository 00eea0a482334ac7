import { LIMITS } from '#kernel/files/file_limits'
import { JsonTooLarge, parseJson } from '#kernel/json/json'
import { lossyNumber } from '#kernel/json/json_numbers'
import { isPlainObject } from '#kernel/json/metadata'
import type { Millis } from '#kernel/time/millis'
import { parseTimestamp } from '#kernel/time/timestamps'
import type { DateReader } from './date_reader.js'
import type { RowProblem } from './row_problem.js'

/** Allowed difference between the clocks of two machines. Milliseconds. */
const SKEW = 300_000

/** A text of JSON in a record may have as many values as a record of a JSON file. */
const BOUNDS = { depth: Infinity, values: LIMITS.values, escapedNames: Infinity }

/**
 * Reads the fields of one record: values of a JSON file, or texts of a CSV file. A missing or invalid field reads as
 * undefined; the first invalid one sets `problem`.
 */
export class RowReader {
  problem: RowProblem | null = null

  constructor(
    readonly record: Map<string, unknown>,
    protected now: Millis,
    protected dates?: DateReader
  ) {}

  /** Records a problem, unless there is one already. */
  refuse(problem: RowProblem): undefined {
    this.problem ??= problem
  }

  /** The value of a field, without white space around it; undefined for an empty cell or null. */
  given(field: string): unknown {
    const held = this.record.get(field)
    const value = typeof held === 'string' ? held.trim() : held
    return value === '' || value === null ? undefined : value
  }

  moment(field: string): Millis | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    const { dates } = this
    const at = parseTimestamp(value) ?? (typeof value === 'string' && dates ? dates(value) : null)
    return at ?? this.refuse({ reason: 'not-a-date', field, value, hasFormat: dates !== undefined })
  }

  /** A date that is not in the future. */
  pastMoment(field: string): Millis | undefined {
    const at = this.moment(field)
    if (at === undefined || at <= this.now + SKEW) return at
    return this.refuse({ reason: 'in-the-future', field, value: this.given(field) })
  }

  /** A whole number, as a JSON number or as digits. */
  whole(field: string, from: number, to: number): number | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
    const fits = typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to
    return fits ? number : this.refuse({ reason: 'out-of-range', field, value, from, to })
  }

  /** A boolean, including the forms that spreadsheets write. */
  flag(field: string): boolean | undefined {
    const value = this.given(field)
    if (value === undefined || typeof value === 'boolean') return value
    const text = typeof value === 'string' ? value.toLowerCase() : null
    if (text === 'true' || text === '1') return true
    if (text === 'false' || text === '0') return false
    return this.refuse({ reason: 'not-a-flag', field, value })
  }

  /** One of the given words, case-insensitive. */
  oneOf<T extends string>(field: string, words: readonly T[]): T | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    const text = typeof value === 'string' ? value.toLowerCase() : null
    return (
      words.find((word) => word.toLowerCase() === text) ??
      this.refuse({ reason: 'unknown-word', field, value, words })
    )
  }

  text(field: string): string | undefined {
    const value = this.given(field)
    if (value === undefined || typeof value === 'string') return value
    return this.refuse({ reason: 'not-a-text', field, value })
  }

  /**
   * Some of the given words: a JSON list, or a text separated by spaces or commas. A list that is longer than `words`
   * repeats one, so it is refused before anybody reads all of it.
   */
  words<T extends string>(field: string, words: readonly T[]): T[] | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    const given = typeof value === 'string' ? this.#wordsIn(field, value) : value
    if (Array.isArray(given) && given.length > words.length) {
      return this.refuse({ reason: 'too-many-words', field, words })
    }
    const known = Array.isArray(given) && given.length > 0 && given.every((one) => words.includes(one as T))
    return known ? (given as T[]) : this.refuse({ reason: 'unknown-word', field, value, words })
  }

  /** A JSON object, or a JSON text of one. */
  object(field: string): Record<string, unknown> | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    const parsed = typeof value === 'string' ? this.#parsed(field, value) : { value }
    if (!parsed) return this.refuse({ reason: 'not-json', field })
    const lossy = typeof value === 'string' ? lossyNumber(value) : null
    if (lossy) {
      const path = [field, lossy.path].filter(Boolean).join('.')
      return this.refuse({ reason: 'lossy-number', number: { ...lossy, path } })
    }
    if (parsed.value === null) return undefined
    return isPlainObject(parsed.value) ? parsed.value : this.refuse({ reason: 'not-an-object', field })
  }

  #wordsIn(field: string, text: string): unknown {
    return text.startsWith('[') ? this.#parsed(field, text)?.value : text.toLowerCase().split(/[\s,]+/)
  }

  /** Null for a text that is not JSON, and for one with too many values, which is refused before it is parsed. */
  #parsed(field: string, text: string): { value: unknown } | null {
    try {
      return { value: parseJson(text, BOUNDS) }
    } catch (error) {
      if (error instanceof JsonTooLarge) this.refuse({ reason: 'too-many-values', field })
      return null
    }
  }
}
