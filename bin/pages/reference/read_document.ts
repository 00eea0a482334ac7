import type { Code } from '#kernel/refusals/codes'

type Named = { name: string; description: string }

/** The parts of a schema that the texts show. */
export type Shown = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  items?: Shown
  anyOf?: Shown[]
  oneOf?: Shown[]
  properties?: Record<string, Shown>
  required?: string[]
}

export type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Shown } // prettier-ignore
type Content = Record<string, { schema: Shown; example?: unknown }>

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}

/** The parts of the API document that its texts for people need. */
export type Document = {
  info: { title: string; version: string; description: string }
  tags: Named[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    parameters: Record<string, Parameter>
    schemas: Record<string, Shown>
  }
}

export type Call = { method: string; path: string; operation: Operation }

/** The calls of a tag, in the order of the document. */
export function callsOf({ paths }: Document, tag: string): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
  )
}

/** The codes of a call's errors, by status. */
export function codesOf({ responses }: Operation): [status: string, codes: Code[]][] {
  return Object.entries(responses).flatMap(([status, { $ref }]) => {
    const [, codes] = /\/Error\d+\.([\w.]+)$/.exec($ref ?? '') ?? []
    return codes ? [[status, codes.split('.') as Code[]]] : []
  })
}

/** Every code in the responses of the document. */
export function answeredCodes({ paths }: Document): Set<Code> {
  const calls = Object.values(paths).flatMap((path) => Object.values(path))
  return new Set(calls.flatMap((call) => codesOf(call).flatMap(([, codes]) => codes)))
}
