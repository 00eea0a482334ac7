import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import router from '@adonisjs/core/services/router'
import { databaseFault, outageOf } from '#kernel/refusals/database_faults'
import Refusal from '#kernel/refusals/refusal'
import { answerTo, type ErrorAnswer } from './answers.js'
import { wellFormedKey } from './idempotency_key.js'
import { errorEnvelope } from '#kernel/refusals/error_envelope'

/** Headers of the body that could not be sent, for example because a file could not be opened. */
const OF_ANOTHER_BODY = [
  ...['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Range', 'ETag', 'Accept-Ranges'],
]

/** Writes the error envelope (interface#71-envelopes) of every request that the framework answers. */
export default class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false

  override async handle(error: unknown, ctx: HttpContext) {
    const { response } = ctx
    const { code, status, message, details, retryAfter } = answerIn(ctx, error)
    for (const name of OF_ANOTHER_BODY) response.removeHeader(name)
    if (retryAfter !== undefined) response.header('Retry-After', String(retryAfter))
    response.status(status).send(errorEnvelope(code, message, details))
  }

  override async report(error: unknown, ctx: HttpContext) {
    const { code, status } = answerIn(ctx, error)
    if (status >= 500) ctx.logger.error({ err: error, code }, 'request failed')
  }
}

/**
 * While Postgres is away, so is the store of the idempotency keys, whichever statement of the request notices it first:
 * the look-up of the caller comes before that of the key (interface#56-idempotency).
 */
function answerIn(ctx: HttpContext, error: unknown): ErrorAnswer {
  const isAway = databaseFault(error) === 'down' && outageOf(error) === 'away'
  if (!isAway || wellFormedKey(ctx) === null || !takesKey(ctx)) return answerTo(error)
  return answerTo(new Refusal('IDEMPOTENCY_UNAVAILABLE', { retryAfter: 1 }))
}

/** The API key of a request is looked up before its route. */
function takesKey({ request, route }: HttpContext): boolean {
  const found = route ?? router.match(request.url(), request.method(), true)?.route
  return [...(found?.middleware.all() ?? [])].some((one) => 'name' in one && one.name === 'idempotency')
}
