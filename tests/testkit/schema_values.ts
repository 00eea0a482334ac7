import fc, { type Arbitrary } from 'fast-check'
import { waysOf } from './schema_rules.js'

type Schema = { [key: string]: unknown }

/** Keywords of rules between fields. */
const RULES = ['oneOf', 'allOf', 'if', 'dependentSchemas', 'not']

/** The shapes of a document by their references, and a check of values against a schema. */
export type Schemas = {
  named: (ref: string) => Schema
  fits: (schema: Schema) => (value: unknown) => boolean
}

/** Generates values that fit a JSON Schema of the API document. */
export function fitting(schema: Schema, schemas: Schemas): Arbitrary<unknown> {
  const inner = (one: unknown) => fitting(one as Schema, schemas)
  const ways = RULES.some((rule) => rule in schema) ? waysOf(schema) : null
  if (ways) return fc.oneof(...ways.map(inner)).filter(patiently(schemas.fits(schema), schema))
  if (typeof schema.$ref === 'string') return inner(schemas.named(schema.$ref))
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(inner))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const types = [schema.type].flat() as string[]
  return fc.oneof(...types.map((type) => ofType(type, schema, inner)))
}

/**
 * Filters values that fit.
 * @throws Error after 10,000 values in a row that do not fit, because the filter would try for ever
 */
function patiently(fits: (value: unknown) => boolean, schema: Schema) {
  let failed = 0
  return (value: unknown) => {
    failed = fits(value) ? 0 : failed + 1
    if (failed < 10_000) return failed === 0
    throw new Error(`No value is found that fits ${JSON.stringify(schema)}`)
  }
}

function ofType(
  type: string,
  schema: Schema,
  inner: (one: unknown) => Arbitrary<unknown>
): Arbitrary<unknown> {
  const { minimum = -1e9, maximum = 1e9, minItems = 0, maxItems = 5 } = schema as Record<string, number>
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'string':
      return text(schema)
    case 'array':
      return array(schema.uniqueItems === true, inner(schema.items ?? {}), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 5),
      })
    case 'object':
      return object(schema, inner)
    default:
      return fc.jsonValue()
  }
}

const array = (unique: boolean, items: Arbitrary<unknown>, lengths: fc.ArrayConstraints) =>
  unique ? fc.uniqueArray(items, lengths) : fc.array(items, lengths)

function text({ format, pattern, minLength = 0, maxLength = 30 }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return day().map((date) => date.toISOString())
  if (format === 'date') return day().map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return matching('^[a-z0-9]{1,20}@[a-z0-9]{1,20}\\.example$')
  if (format === 'ipv4') return fc.ipV4()
  if (format === 'ipv6') return fc.ipV6()
  if (format === 'uri') return matching('^https://[a-z]{1,20}\\.example/[a-z0-9]{0,20}$')
  const lengths = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 30) }
  if (typeof pattern !== 'string') return fc.string(lengths)
  if (pattern === '\\S') return fc.string(lengths).filter((value) => /\S/.test(value))
  return matching(pattern).filter(({ length }) => length >= lengths.minLength && length <= Number(maxLength))
}

const made = new Map<string, Arbitrary<string>>()

/** Texts that match a pattern. Building the generator takes some ten milliseconds, so it is cached for each pattern. */
function matching(pattern: string): Arbitrary<string> {
  const texts = made.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  made.set(pattern, texts)
  return texts
}

const day = () => fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

function object(schema: Schema, inner: (one: unknown) => Arbitrary<unknown>): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  if (Object.keys(properties).length === 0) {
    if (schema.additionalProperties === false) return fc.constant({})
    const { propertyNames, additionalProperties } = schema
    const names = propertyNames ? text(propertyNames as Schema) : fc.string({ maxLength: 10 })
    const values = typeof additionalProperties === 'object' ? inner(additionalProperties) : fc.jsonValue()
    return fc.dictionary(names, values)
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
  return fc.record(fields, { requiredKeys: required })
}
