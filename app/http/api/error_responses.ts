import { CODES, type Code } from '#kernel/refusals/codes'
import { ALSO_503 } from '#http/answers'
import type { Components } from './components.js'
import { headersOf } from './headers.js'
import type { Schema } from './vine_schema.js'

/** Codes that any call can end with: a fault of the service or of its stores. */
const FAULTS: readonly Code[] = ['INTERNAL', 'DATABASE_ERROR']

const ORDER = Object.keys(CODES) as Code[]

/** The codes that a call can have with one status. */
export type Refusing = { codes: Code[]; schemas: Schema[]; shared: () => { $ref: string } }

/** The error responses: one per status, shared by all calls that have the same codes with that status. */
export class ErrorResponses {
  readonly #shared = new Map<string, object>()

  constructor(private readonly components: Components) {}

  /** The responses to a call with these codes, by status. */
  of(codes: ReadonlySet<Code>): Record<string, Refusing> {
    const all = ORDER.filter((code) => codes.has(code) || FAULTS.includes(code))
    const byStatus = new Map<number, Code[]>()
    for (const code of all) {
      for (const status of statusesOf(code)) {
        byStatus.set(status, [...(byStatus.get(status) ?? []), code])
      }
    }
    const sorted = [...byStatus].sort(([one], [other]) => one - other)
    return Object.fromEntries(
      sorted.map(([status, some]) => [
        String(status),
        { shared: () => this.#share(status, some), codes: some, schemas: this.#schemasOf(some) },
      ])
    )
  }

  all(): Record<string, object> {
    return Object.fromEntries([...this.#shared].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #share(status: number, codes: Code[]): { $ref: string } {
    const name = `Error${status}.${codes.join('.')}`
    if (!this.#shared.has(name)) {
      const errors = this.#schemasOf(codes)
      this.#shared.set(name, {
        description: saidOf(codes),
        headers: headersOf(status),
        content: { 'application/json': { schema: errors.length === 1 ? errors[0] : { anyOf: errors } } },
      })
    }
    return { $ref: `#/components/responses/${name}` }
  }

  #schemasOf(codes: Code[]): Schema[] {
    return codes.map((code) => this.components.add(code, errorSchema(code)))
  }
}

/** A sentence for each code. */
export function saidOf(codes: Code[]): string {
  return codes.map((code) => `\`${code}\`: ${CODES[code][1]}.`).join('\n\n')
}

function statusesOf(code: Code): number[] {
  return ALSO_503.includes(code) ? [CODES[code][0], 503] : [CODES[code][0]]
}

/** Codes for which a feature adds more in `details` (contract/00-shared-rules). */
const EXPLAINED: readonly Code[] = ['CONFLICT', 'LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'LIMIT_REACHED']

/** The envelope of one code (interface#71-envelopes). */
function errorSchema(code: Code): Schema {
  const [status, message, retry] = CODES[code]
  const detailed = code === 'VALIDATION_ERROR'
  return {
    type: 'object',
    description: `${message}.`,
    properties: {
      ok: { type: 'boolean', const: false },
      error: {
        type: 'object',
        properties: {
          code: { type: 'string', const: code },
          message: { type: 'string' },
          ...((detailed || EXPLAINED.includes(code)) && {
            details: { type: 'array', items: FIELD_ERROR, maxItems: 100 },
          }),
        },
        required: ['code', 'message', ...(detailed ? ['details'] : [])],
      },
    },
    required: ['ok', 'error'],
    'x-status': status,
    'x-retry': retry,
  }
}

const FIELD_ERROR = {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'The path of the field, such as `policy.hwidMode`.' },
    message: { type: 'string' },
  },
  required: ['field', 'message'],
}
