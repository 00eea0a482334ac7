import { retryClassOf, type Code, type OwnCode } from './codes.js'

/** One bad field of a request. */
export type FieldError = { field: string; message: string }

export type ErrorFacts = {
  status?: number
  requestId?: string | null
  details?: FieldError[]
  /** Seconds that the answer asked to wait, where it did. */
  retryAfter?: number | null
  cause?: unknown
}

/** Seconds to wait where an answer does not say. */
const DEFAULT_WAIT = 1

/**
 * The one error of the SDK: a refusal of the service, or that there is no answer of it. Branch on `code`; the message is
 * for people.
 */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: Code | OwnCode | (string & {})
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number
  /** The `x-request-id` of the answer: quote it to the operator of the service. */
  readonly requestId: string | null
  readonly details: FieldError[]
  /** Seconds to wait before the next try; null where trying again is pointless. */
  readonly retryAfter: number | null

  constructor(code: Code | OwnCode | (string & {}), message: string, facts: ErrorFacts = {}) {
    const { status = 0, requestId = null, details = [], retryAfter, cause } = facts
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details
    this.retryAfter = retryClassOf(code, status) === 'wait' ? (retryAfter ?? DEFAULT_WAIT) : null
  }
}
