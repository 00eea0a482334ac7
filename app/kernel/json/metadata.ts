import type { FieldProblem } from '#kernel/refusals/field_problem'

/** The largest metadata object, in bytes of JSON, and how deep it may nest (contract#patch). */
const MAX_METADATA_BYTES = 16 * 1024
const MAX_METADATA_DEPTH = 8

/** The problems of an object that its owner names the fields of, such as metadata; empty when it may be stored. */
export function metadataProblems(value: unknown, field = 'metadata'): FieldProblem[] {
  if (!isPlainObject(value)) return [{ field, message: `${field} must be an object` }]
  if (deeperThan(value, MAX_METADATA_DEPTH)) {
    return [{ field, message: `${field} nests deeper than ${MAX_METADATA_DEPTH} levels` }]
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  if (bytes > MAX_METADATA_BYTES) {
    return [{ field, message: `${field} is larger than ${MAX_METADATA_BYTES} bytes` }]
  }
  return []
}

/** Whether a value is a JSON object: no array, no null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether objects and arrays nest deeper than so many levels; never looks further than one level past it. */
function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => deeperThan(one, levels - 1))
}
