import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { CODES, type Code } from '#kernel/refusals/codes'

type Json = { [key: string]: unknown }
type Operation = { operationId: string; responses: Record<string, Json> }

/** The part of the API document that answers are checked against. */
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Json>; schemas: Record<string, Json> }
}

/** An answer of the service. */
export type Answered = {
  method: string
  /** As the router writes it, with `:names`. */
  pattern: string
  status: number
  /** The header lines that were sent. */
  head: string
  body: Buffer
}

/** The name of an answer in lists of answers that were seen. */
const answerName = (operation: string, status: number, code: string | null) =>
  `${operation} ${status}${code ? ` ${code}` : ''}`

/**
 * Checks answers against the API document. Every object in it is closed: a field, a status or a code that the document
 * does not have is a problem.
 */
export class ApiContract {
  readonly problems = new Map<string, number>()
  readonly seen = new Set<string>()

  readonly #ajv = new Ajv2020({ ...QUICKLY, strict: false, allErrors: true, validateSchema: false })
  readonly #validators = new Map<object, ValidateFunction>()
  /** Keyed by the text of the schema, because thousands of answers are the same few refusals. */
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(readonly document: ApiDocument) {
    formats.default(this.#ajv)
    this.#ajv.addSchema({ $id: BASE, components: { schemas: closed(document.components.schemas) } })
  }

  /** Records an answer and the problems with it. Ignores answers of routes that the document lacks. */
  note(answered: Answered) {
    const path = answered.pattern.replaceAll(/:(\w+)/g, '{$1}')
    const method = answered.method === 'HEAD' ? 'get' : answered.method.toLowerCase()
    const operation = this.document.paths[path]?.[method]
    if (!operation) return
    for (const problem of this.#problemsOf(operation, answered)) {
      const line = `${operation.operationId} (${answered.method} ${path}) ${answered.status}: ${problem}`
      this.problems.set(line, (this.problems.get(line) ?? 0) + 1)
    }
  }

  #problemsOf(operation: Operation, { method, status, head, body }: Answered): string[] {
    const response = this.#resolved(operation.responses[String(status)])
    if (!response) return [`the status is not documented${excerpt(body)}`]
    const schema = contentOf(response, head)
    if (schema === 'another type') return [`the content type is not documented: ${typeOf(head)}`]
    const missing = this.#missingHeaders(response, head)
    if (!schema || method === 'HEAD') {
      this.seen.add(answerName(operation.operationId, status, null))
      return missing
    }
    if (!isJson(head)) return missing
    const value = parsed(body)
    if (value === undefined) return ['the body is not JSON']
    const code = (value as { error?: { code?: string } }).error?.code ?? null
    this.seen.add(answerName(operation.operationId, status, code))
    const expected = code === null ? schema : oneOfCodes(schema, code)
    if (!expected) return [...missing, `the code ${code} is not documented`]
    return [...missing, ...this.#faults(expected, value)]
  }

  #faults(schema: Json, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#validatorOf(schema)
    this.#validators.set(schema, validate)
    if (validate(value)) return []
    const lines = validate.errors!.map(({ instancePath, message, params }) => {
      const field = (params as { additionalProperty?: string }).additionalProperty
      return `${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${message}${field ? `: ${field}` : ''}`
    })
    return [...new Set(lines)]
  }

  #validatorOf(schema: Json): ValidateFunction {
    const whole = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${BASE}#/components/`)
    const validate = this.#compiled.get(whole) ?? this.#ajv.compile(JSON.parse(whole) as object)
    this.#compiled.set(whole, validate)
    return validate
  }

  #missingHeaders(response: Json, head: string): string[] {
    const headers = Object.keys((response.headers ?? {}) as Json).filter((name) => ALWAYS.test(name))
    const sent = head.toLowerCase()
    return headers
      .filter((name) => !sent.includes(`\r\n${name.toLowerCase()}:`))
      .map((name) => `the header ${name} is missing`)
  }

  #resolved(response: Json | undefined): Json | undefined {
    const ref = response?.$ref as string | undefined
    return ref ? this.document.components.responses[ref.split('/').at(-1)!] : response
  }
}

/** The validator knows the document under this name. */
const BASE = 'http://latchkey.test/openapi'

/**
 * Makes validators that are quick to compile, because most are used only a few times. Shapes that many schemas name are
 * compiled once.
 */
export const QUICKLY = { code: { optimize: false }, inlineRefs: false } as const

const ALWAYS = /^(x-request-id|X-RateLimit-(Limit|Remaining)-(IP|Product))$/

/** The schema of the body; null where the document has none or the response has no content type. */
function contentOf(response: Json, head: string): Json | null | 'another type' {
  const content = response.content as Record<string, { schema: Json }> | undefined
  if (!content) return null
  const type = typeOf(head)
  if (type === '') return null
  return content[type]?.schema ?? 'another type'
}

function typeOf(head: string): string {
  return /\r\ncontent-type: *([^;\r]+)/i.exec(head)?.[1].trim().toLowerCase() ?? ''
}

const isJson = (head: string) => typeOf(head) === 'application/json'

/** The schema of one code among the codes of a response; null if the response does not have the code. */
function oneOfCodes(schema: Json, code: string): Json | null {
  const all = (schema.anyOf ?? [schema]) as { $ref?: string }[]
  return all.find(({ $ref }) => $ref?.endsWith(`/${code}`)) ?? null
}

/** A schema in which objects accept only the fields that they name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = [copy.type].flat().includes('object') && 'properties' in copy
  if (isObject && !('additionalProperties' in copy)) copy.additionalProperties = false
  return copy
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function excerpt(body: Buffer): string {
  const code = /"code":"(\w+)"/.exec(body.toString())?.[1]
  return code ? ` (${code})` : ''
}

/** Codes that an entry declares but no answer had, by the name of their call. */
export function unseenCodes(
  entries: Readonly<Record<string, { refuses?: readonly Code[] }>>,
  seen: ReadonlySet<string>
): string[] {
  return Object.entries(entries).flatMap(([name, { refuses = [] }]) =>
    refuses
      .filter((code) => {
        const status = CODES[code][0]
        const twin = name.replace(/^keyed\./, '')
        return ![twin, `keyed.${twin}`].some((one) => seen.has(answerName(one, status, code)))
      })
      .map((code) => `${name} ${code}`)
  )
}
