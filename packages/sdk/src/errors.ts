import { retryClassOf, type Code, type OwnCode } from './codes.js'

/** One invalid field of a request. */
export type FieldError = { field: string; message: string }

export type ErrorFacts = {
  status?: number
  requestId?: string | null
  details?: FieldError[]
  /** The Retry-After of the response in seconds, if it had one. */
  retryAfter?: number | null
  cause?: unknown
}

/** Seconds to wait if the response has no Retry-After. */
const DEFAULT_WAIT = 1

/**
 * The only error class of the SDK: a refusal of the service, or the lack of a valid answer. Branch on `code`; the
 * message is for people.
 */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError'
  readonly code: Code | OwnCode | (string & {})
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The `x-request-id` of the response: quote it to the operator of the service. */
  readonly requestId: string | null
  readonly details: FieldError[]
  /** Seconds to wait before a retry; null if a retry is pointless. */
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
