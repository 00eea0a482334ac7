import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fc, { type Arbitrary } from 'fast-check'
import { QUICKLY, type ApiDocument } from './api_contract.js'
import { fitting, type Schemas } from './schema_values.js'

type Schema = { [key: string]: unknown }
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: object }>
}

/** A call to try. */
type GeneratedCall = { method: string; path: string; body?: unknown }

/** Chooses the values for a schema: one that fits or, in some cases, one that does not. */
type Take = (good: Arbitrary<unknown>, bad: Arbitrary<unknown>) => Arbitrary<unknown>

/** A documented call, with generators for its values. */
export type Callable = {
  operationId: string
  /** Who makes the call: a user or an API key. */
  family: 'user' | 'key'
  /** Calls of which most fit the document. `ids` are the ids for the path, by name. */
  calls: (ids: Record<string, string>) => Arbitrary<GeneratedCall>
  /** Calls that fit the document. */
  fittingCalls: (ids: Record<string, string>) => Arbitrary<GeneratedCall>
}

/** Every call of the document that a user or an API key makes with JSON, except streams and signed calls. */
export function callables(document: ApiDocument): Callable[] {
  const schemas = schemasOf(document)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => {
      const operation = one as unknown as Operation
      const names = operation.security.flatMap((credential) => Object.keys(credential))
      const family = names.includes('userToken') ? 'user' : names.includes('apiKey') ? 'key' : null
      if (!family || streams(operation) || isSigned(operation)) return []
      const taking = (take: Take) => (ids: Record<string, string>) =>
        callsOf({ method: method.toUpperCase(), path, ids, schemas, take }, operation)
      const { operationId } = operation
      return [{ operationId, family, calls: taking(mostly), fittingCalls: taking((good) => good) }]
    })
  )
}

function schemasOf({ components: { schemas } }: ApiDocument): Schemas {
  const ajv = new Ajv2020({ ...QUICKLY, strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ $id: BASE, components: { schemas } })
  return {
    named: (ref) => schemas[ref.split('/').at(-1)!],
    fits(schema) {
      const whole = JSON.stringify(schema).replaceAll('"#/components/', `"${BASE}#/components/`)
      const validate = ajv.compile(JSON.parse(whole) as object)
      return (value) => validate(value)
    },
  }
}

/** The validator knows the document under this name. */
const BASE = 'http://latchkey.test/openapi'

const streams = ({ responses, requestBody }: Operation) =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content) ||
  (requestBody && !('application/json' in requestBody.content))

const isSigned = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'X-Svc-Signature')

type Making = {
  method: string
  path: string
  ids: Record<string, string>
  schemas: Schemas
  take: Take
}

function callsOf(
  { method, path, ids, schemas, take }: Making,
  { parameters = [], requestBody }: Operation
): Arbitrary<GeneratedCall> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const asked = parameters.filter((one) => one.in === 'query')
  const schema = requestBody?.content['application/json'].schema
  const body = schema ? take(fitting(schema, schemas), fc.jsonValue()) : fc.constant(undefined)
  return fc
    .record({
      path: fc.record(Object.fromEntries(inPath.map((name) => [name, idFor(ids[name], take)]))),
      query: fc.record(
        Object.fromEntries(
          asked.map(({ name, schema: one }) => [
            name,
            take(fitting(one, schemas), fc.string({ maxLength: 20 })),
          ])
        ),
        { requiredKeys: asked.filter(({ required }) => required).map(({ name }) => name) }
      ),
      body,
    })
    .map((made) => ({
      method,
      path: `${filled(path, made.path)}?${new URLSearchParams(texts(made.query)).toString()}`,
      body: made.body,
    }))
}

/** Three of four values fit. */
const mostly = (good: Arbitrary<unknown>, bad: Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad })

const idFor = (id: string | undefined, take: Take) =>
  take(id ? fc.constant(id) : fc.uuid(), fc.oneof(fc.uuid(), fc.string()))

function filled(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])) || '-')
}

function texts(query: Record<string, unknown>): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)])
}
