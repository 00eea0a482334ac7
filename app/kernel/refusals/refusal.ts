import { Exception } from '@adonisjs/core/exceptions'
import { CODES, type Code, type FieldError } from './codes.js'

type RefusalOptions = {
  message?: string
  details?: FieldError[]
  /** Seconds after which the caller may try again; sent as Retry-After. */
  retryAfter?: number
}

/**
 * A business rule says no. A refusal is an expected result, not a fault: it is sent as the error envelope of
 * interface#71-envelopes and, in a job, ends the job without a retry. Only refusals with a status of 500 or higher have
 * a stack. For the others the stack is never read, and capturing it costs as much as the rest of a refused runtime
 * call.
 */
export default class Refusal extends Exception {
  readonly details?: FieldError[]
  readonly retryAfter?: number

  constructor(
    readonly reason: Code,
    { message, details, retryAfter }: RefusalOptions = {}
  ) {
    const [status, usual] = CODES[reason]
    const { stackTraceLimit } = Error
    if (status < 500) Error.stackTraceLimit = 0
    super(message ?? usual, { code: reason, status })
    Error.stackTraceLimit = stackTraceLimit
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** The most problems that the `details` of a response list (contract/01-changes#bounds). */
export const MOST_DETAILS = 100

/** Creates a VALIDATION_ERROR about a single field. */
export function invalidField(field: string, message: string) {
  return new Refusal('VALIDATION_ERROR', { message, details: [{ field, message }] })
}

/** Creates a VALIDATION_ERROR about several fields; it lists the first MOST_DETAILS of them. */
export function invalidFields(details: FieldError[]) {
  const named = details.slice(0, MOST_DETAILS)
  return new Refusal('VALIDATION_ERROR', { message: named[0]?.message, details: named })
}
