import { errors as vineErrors } from '@vinejs/vine'
import { errors as httpErrors, ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import QueuesUnavailable from './queues_unavailable.js'
import Refusal from './refusal.js'
import { CODES, type Code, type FieldError } from './codes.js'
import { databaseFault } from './database_faults.js'
import { errorEnvelope } from './envelope.js'

type Answer = {
  code: Code
  status?: number
  message?: string
  details?: FieldError[]
  retryAfter?: number
}

/**
 * The only place that writes the error envelope (interface 7.1). It never passes on the text of an error it
 * does not know, so neither SQL nor a stack can reach a client.
 */
export default class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false

  override async handle(error: unknown, { response }: HttpContext) {
    const { code, status, message, details, retryAfter } = answerTo(error)
    if (retryAfter !== undefined) response.header('Retry-After', String(retryAfter))
    response.status(status ?? CODES[code][0]).send(errorEnvelope(code, message, details))
  }

  override async report(error: unknown, ctx: HttpContext) {
    const { code, status } = answerTo(error)
    if ((status ?? CODES[code][0]) < 500) return
    ctx.logger.error({ err: error, code }, 'request failed')
  }
}

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { reason, message, details, retryAfter } = error
    return { code: reason, message, details, retryAfter }
  }
  if (error instanceof vineErrors.E_VALIDATION_ERROR) {
    return { code: 'VALIDATION_ERROR', details: fieldErrors(error.messages) }
  }
  if (error instanceof httpErrors.E_ROUTE_NOT_FOUND) {
    return { code: 'NOT_FOUND', message: 'No route has this method and path' }
  }
  if (error instanceof QueuesUnavailable) {
    return { code: 'INTERNAL', status: 503, message: error.message, retryAfter: 1 }
  }
  return answerToDatabase(error) ?? { code: 'INTERNAL' }
}

function answerToDatabase(error: unknown): Answer | null {
  switch (databaseFault(error)) {
    case 'missing-value':
      return { code: 'NULL_CONSTRAINT' }
    case 'duplicate':
      return { code: 'CONFLICT', message: 'Such a record exists already' }
    case 'dangling':
      return { code: 'CONFLICT', message: 'Something that this belongs to was deleted meanwhile' }
    case 'bad-text':
      return { code: 'BAD_REQUEST', message: 'The text holds characters that cannot be stored' }
    case 'schema':
      return { code: 'DATABASE_ERROR', message: 'The database needs migrations: run them first' }
    case 'down':
      return {
        code: 'DATABASE_ERROR',
        status: 503,
        message: 'The database cannot be reached right now: retry in a moment',
        retryAfter: 1,
      }
    default:
      return null
  }
}

function fieldErrors(messages: { field: string; message: string }[]): FieldError[] {
  return messages.map(({ field, message }) => ({ field, message }))
}
