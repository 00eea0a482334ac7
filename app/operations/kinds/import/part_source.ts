import type { Repeat } from '#operations/transfer/part_cutter'
import {
  isListOf,
  isText,
  isWhole,
  optional,
  required,
  type ParamCheck,
  type StoredParams,
} from '../stored_params.js'

/** A part of a file, as stored with its chunk. */
export type Part = {
  /** The path on the drive; null for a single record that was too large to keep. */
  file: string | null
  /** The line on which it begins. */
  line: number
  /** The records of the part that repeat a key. */
  repeats: Repeat[]
  /** The offsets of the rows that belong to the chunk; undefined if it has the whole part. */
  only?: number[]
}

const isCount = isWhole([0, Number.MAX_SAFE_INTEGER])
const isRepeat: ParamCheck<Repeat> = (value): value is Repeat =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

/** Reads the part of a chunk. @throws for a chunk that holds no part of a file */
export function readPartSource(source: StoredParams | null): Part {
  const stored = source ?? {}
  return {
    file: optional(stored, 'file', isText) ?? null,
    line: required(stored, 'line', isCount),
    repeats: required(stored, 'repeats', isListOf(isRepeat)),
    only: optional(stored, 'only', isListOf(isCount)),
  }
}
