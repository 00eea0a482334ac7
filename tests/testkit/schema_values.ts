import fc, { type Arbitrary } from 'fast-check'

type Schema = { [key: string]: unknown }

/** Values that fit a JSON Schema as the API document has it. `named` finds a shape by its reference. */
export function fitting(schema: Schema, named: (ref: string) => Schema): Arbitrary<unknown> {
  const inner = (one: unknown) => fitting(one as Schema, named)
  if (typeof schema.$ref === 'string') return inner(named(schema.$ref))
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(inner))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  const types = [schema.type].flat() as string[]
  return fc.oneof(...types.map((type) => ofType(type, schema, inner)))
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
      return fc.array(inner(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, 5) })
    case 'object':
      return object(schema, inner)
    default:
      return fc.jsonValue()
  }
}

function text({ format, pattern, minLength = 0, maxLength = 30 }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return day().map((date) => date.toISOString())
  if (format === 'date') return day().map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern))
  return fc.string({ minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 30) })
}

const day = () => fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

function object(schema: Schema, inner: (one: unknown) => Arbitrary<unknown>): Arbitrary<unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  if (Object.keys(properties).length === 0) return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue())
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]))
  return fc.record(fields, { requiredKeys: required })
}
