import type { FieldProblem } from '#kernel/refusals/field_problem'

/** The maximum size of a metadata object, in bytes of JSON, and its maximum depth (contract#patch). */
const MAX_METADATA_BYTES = 16 * 1024
const MAX_METADATA_DEPTH = 8

/** Returns the problems of an object with free field names, such as metadata; empty if it may be stored. */
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

/** Returns true if a value is a JSON object, so neither an array nor null. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns true if objects and arrays nest deeper than `levels`. It looks at most one level deeper than that. */
function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => deeperThan(one, levels - 1))
}
