import fc, { type Arbitrary } from 'fast-check'
import type { ApiDocument } from './api_contract.js'
import { fitting } from './schema_values.js'

type Schema = { [key: string]: unknown }
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: object }>
}

/** A call to try; `ids` are those that the path takes, by name. */
type GeneratedCall = { method: string; path: string; body?: unknown; headers: Record<string, string> }

/** A documented call, with values for it. */
export type Callable = {
  operationId: string
  /** Whether a user calls it, or an API key. */
  family: 'user' | 'key'
  calls: (ids: Record<string, string>) => Arbitrary<GeneratedCall>
}

/** Every call of the document that a user or an API key makes with JSON, and that ends by itself. */
export function callables(document: ApiDocument): Callable[] {
  const named = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, one]) => {
      const operation = one as unknown as Operation
      const names = operation.security.flatMap((credential) => Object.keys(credential))
      const family = names.includes('userToken') ? 'user' : names.includes('apiKey') ? 'key' : null
      if (!family || streams(operation) || isSigned(operation)) return []
      const calls = (ids: Record<string, string>) =>
        callsOf(method.toUpperCase(), path, operation, ids, named)
      return [{ operationId: operation.operationId, family, calls } satisfies Callable]
    })
  )
}

const streams = ({ responses, requestBody }: Operation) =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content) ||
  (requestBody && !('application/json' in requestBody.content))

const isSigned = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'X-Svc-Signature')

function callsOf(
  method: string,
  path: string,
  { parameters = [], requestBody }: Operation,
  ids: Record<string, string>,
  named: (ref: string) => Schema
): Arbitrary<GeneratedCall> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const asked = parameters.filter((one) => one.in === 'query')
  const schema = requestBody?.content['application/json'].schema
  const body = schema ? mostly(fitting(schema, named), fc.jsonValue()) : fc.constant(undefined)
  return fc
    .record({
      path: fc.record(Object.fromEntries(inPath.map((name) => [name, idFor(ids[name])]))),
      query: fc.record(
        Object.fromEntries(
          asked.map(({ name, schema: one }) => [
            name,
            mostly(fitting(one, named), fc.string({ maxLength: 20 })),
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
      headers: {},
    }))
}

/** Three of four values as they should be. */
const mostly = (good: Arbitrary<unknown>, bad: Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad })

const idFor = (id: string | undefined) =>
  mostly(id ? fc.constant(id) : fc.uuid(), fc.oneof(fc.uuid(), fc.string()))

function filled(path: string, ids: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])) || '-')
}

function texts(query: Record<string, unknown>): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)])
}
