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

/** A part of a file as its chunk keeps it. */
export type Part = {
  /** Where the drive has it; null for one record that is too large to be kept. */
  file: string | null
  /** The line on which it begins. */
  line: number
  /** Those of its records that repeat a key. */
  repeats: Repeat[]
  /** The offsets of the rows that the chunk has; left out where it has all of the part. */
  only?: number[]
}

const isCount = isWhole([0, Number.MAX_SAFE_INTEGER])
const isRepeat: ParamCheck<Repeat> = (value): value is Repeat =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

/** The part of a chunk. @throws for a chunk that holds no part of a file */
export function readPartSource(source: StoredParams | null): Part {
  const stored = source ?? {}
  return {
    file: optional(stored, 'file', isText) ?? null,
    line: required(stored, 'line', isCount),
    repeats: required(stored, 'repeats', isListOf(isRepeat)),
    only: optional(stored, 'only', isListOf(isCount)),
  }
}
