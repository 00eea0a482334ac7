import type { Validator } from './route_entry.js'

/** A JSON Schema as a plain object. */
export type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; required?: string[] }

/** The values of a boolean query field. For a body field that is not strict, Vine accepts more values. */
const BOOLEAN = ['true', 'false']

/**
 * The schema of a validator's input as JSON Schema 2020-12. Names of shapes stay as `$ref` without a path. The schema
 * is open (unknown fields are ignored) unless the validator refuses unknown fields.
 */
export function requestSchema(validator: Validator): Schema {
  const open = !('refusesUnknown' in validator)
  return cleaned(validator.toJSONSchema() as Schema, open)
}

function cleaned(schema: Schema, open: boolean): Schema {
  const { anyOf, required, additionalProperties, ...rest } = schema as Schema & { anyOf?: Schema[] }
  if (anyOf)
    return union(
      anyOf.map((one) => cleaned(one, open)),
      rest
    )
  const walked: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, inner(key, value, open)])
  )
  if (required && required.length > 0) walked.required = required
  if (additionalProperties === false && !open) walked.additionalProperties = false
  if (typeof additionalProperties === 'object') {
    walked.additionalProperties = cleaned(additionalProperties as Schema, open)
  }
  return withNull(withType(walked))
}

function inner(key: string, value: unknown, open: boolean): unknown {
  if (key === 'properties') {
    const fields = Object.entries(value as Record<string, Schema>)
    return Object.fromEntries(fields.map(([name, one]) => [name, cleaned(one, open)]))
  }
  return key === 'items' ? cleaned(value as Schema, open) : value
}

/** A schema for several alternatives: one schema, optionally with null, collapses into that schema. */
function union(parts: Schema[], rest: Schema): Schema {
  const others = parts.filter(({ type }) => type !== 'null')
  const isNull = others.length < parts.length
  if (others.length > 1) return { anyOf: parts, ...rest }
  const [only] = others
  if (!isNull) return { ...only, ...rest }
  return withNull({ ...only, ...rest, type: [only.type ?? [], 'null'].flat() })
}

/** Adds the type to an enum. */
function withType(schema: Schema): Schema {
  const values = schema.enum as unknown[] | undefined
  if (!values) return schema
  if (BOOLEAN.every((one) => values.includes(one))) {
    const { enum: _values, ...rest } = schema
    return { ...rest, type: 'boolean' }
  }
  return schema.type === undefined ? { type: typeof values[0], ...schema } : schema
}

/** Adds null to an enum or a named shape: Vine writes null into `type` only. */
function withNull(schema: Schema): Schema {
  const { type, $ref, ...rest } = schema
  if (![type].flat().includes('null')) return schema
  if ($ref !== undefined) return { anyOf: [{ $ref, ...rest }, { type: 'null' }] }
  const values = schema.enum as unknown[] | undefined
  if (!values) return schema
  const types = [type].flat().filter((one) => one !== 'null')
  return {
    ...schema,
    type: [...(types.length > 0 ? types : [typeof values[0]]), 'null'],
    enum: values.includes(null) ? values : [...values, null],
  }
}
