import { errors as vineErrors } from '@vinejs/vine'
import { errors as httpErrors } from '@adonisjs/core/http'
import FilesUnavailable from '#kernel/refusals/files_unavailable'
import QueuesUnavailable from '#kernel/refusals/queues_unavailable'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import ScansCrowded from '#kernel/refusals/scans_crowded'
import { CODES, type Code, type FieldError } from '#kernel/refusals/codes'
import { databaseFault, outageOf } from '#kernel/refusals/database_faults'

/** The answer to an error; `status` and `message` default to those of the code. */
export type ErrorAnswer = {
  code: Code
  status: number
  message?: string
  details?: FieldError[]
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
}

/** Codes that can also come with status 503, when a store is unavailable; Retry-After then says when to try again. */
export const ALSO_503: readonly Code[] = ['INTERNAL', 'DATABASE_ERROR']

type Found = Omit<ErrorAnswer, 'status'> & { status?: number }

/**
 * The answer to an error (interface#71-envelopes). The text of an error that is not known is never passed
 * on, so neither SQL nor a stack can reach a client.
 */
export function answerTo(error: unknown): ErrorAnswer {
  const found = find(error)
  return { ...found, status: found.status ?? CODES[found.code][0] }
}

function find(error: unknown): Found {
  if (error instanceof Refusal) {
    const { reason, message, details, retryAfter } = error
    return { code: reason, message, details, retryAfter }
  }
  if (error instanceof vineErrors.E_VALIDATION_ERROR) {
    const { message, details } = invalidFields(fieldErrors(error.messages))
    return { code: 'VALIDATION_ERROR', message, details }
  }
  if (error instanceof httpErrors.E_ROUTE_NOT_FOUND) {
    return { code: 'NOT_FOUND', message: 'No route has this method and path' }
  }
  if (error instanceof QueuesUnavailable || error instanceof FilesUnavailable) {
    return { code: 'INTERNAL', status: 503, message: error.message, retryAfter: 1 }
  }
  if (error instanceof ScansCrowded) {
    return { code: 'DATABASE_ERROR', status: 503, message: error.message, retryAfter: 1 }
  }
  return answerToDatabase(error) ?? { code: 'INTERNAL' }
}

const OUTAGES = {
  'took-too-long': 'The database took too long for this: ask for less, or retry in a moment',
  held: 'Something else is changing the same right now: retry in a moment',
  unable: 'The database cannot do this right now: retry in a moment, or tell the operator',
  away: 'The database cannot be reached right now: retry in a moment',
}

function answerToDatabase(error: unknown): Found | null {
  switch (databaseFault(error)) {
    case 'missing-value':
      return { code: 'NULL_CONSTRAINT' }
    case 'duplicate':
      return { code: 'CONFLICT', message: 'Such a record already exists' }
    case 'dangling':
      return { code: 'CONFLICT', message: 'A record that this one belongs to was deleted in the meantime' }
    case 'bad-text':
      return { code: 'BAD_REQUEST', message: 'The text contains characters that cannot be stored' }
    case 'schema':
      return { code: 'DATABASE_ERROR', message: 'The database needs migrations: run them first' }
    case 'down':
      return {
        code: 'DATABASE_ERROR',
        status: 503,
        message: OUTAGES[outageOf(error)],
        retryAfter: 1,
      }
    default:
      return null
  }
}

function fieldErrors(messages: { field: string; message: string }[]): FieldError[] {
  return messages.map(({ field, message }) => ({ field, message }))
}
