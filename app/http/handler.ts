import { ExceptionHandler, type HttpContext } from '@adonisjs/core/http'
import { answerTo } from './answers.js'
import { errorEnvelope } from '#kernel/refusals/error_envelope'

/** Headers of the body that could not be sent, for example because a file could not be opened. */
const OF_ANOTHER_BODY = [
  ...['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Range', 'ETag', 'Accept-Ranges'],
]

/** Writes the error envelope (interface#71-envelopes) of every request that the framework answers. */
export default class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false

  override async handle(error: unknown, { response }: HttpContext) {
    const { code, status, message, details, retryAfter } = answerTo(error)
    for (const name of OF_ANOTHER_BODY) response.removeHeader(name)
    if (retryAfter !== undefined) response.header('Retry-After', String(retryAfter))
    response.status(status).send(errorEnvelope(code, message, details))
  }

  override async report(error: unknown, ctx: HttpContext) {
    const { code, status } = answerTo(error)
    if (status >= 500) ctx.logger.error({ err: error, code }, 'request failed')
  }
}
