import { Exception } from '@adonisjs/core/exceptions'
import { CODES, type Code, type FieldError } from './codes.js'

type RefusalOptions = {
  message?: string
  details?: FieldError[]
  /** Seconds after which the caller may try again; sent as Retry-After. */
  retryAfter?: number
}

/**
 * The business says no. A refusal is an answer, not a fault: it is sent as the error envelope of interface
 * 7.1 and, in a job, ends the job without a retry.
 */
export default class Refusal extends Exception {
  readonly details?: FieldError[]
  readonly retryAfter?: number

  constructor(
    readonly reason: Code,
    { message, details, retryAfter }: RefusalOptions = {}
  ) {
    super(message ?? CODES[reason][1], { code: reason, status: CODES[reason][0] })
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** A VALIDATION_ERROR about a single field. */
export function invalidField(field: string, message: string) {
  return new Refusal('VALIDATION_ERROR', { message, details: [{ field, message }] })
}

/** A VALIDATION_ERROR about several fields. */
export function invalidFields(details: FieldError[]) {
  return new Refusal('VALIDATION_ERROR', { message: details[0]?.message, details })
}
