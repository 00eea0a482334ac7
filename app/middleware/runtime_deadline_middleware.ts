import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { errorEnvelope } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'

/** Milliseconds within which a runtime call is answered, whatever has become of the stores. */
const DEADLINE = 900

const RUNTIME_CALLS = new Set(['/v1/licenses/authorize', '/v1/licenses/release'])
const MESSAGE = 'The license cannot be checked right now: retry with a fresh nonce'

/**
 * Runtime calls fail closed and fast: when a store does not answer, the client is told so within a second and
 * in the one way that its retry rules know, SIGNING_UNAVAILABLE (interface 7.2, 7.4).
 */
export default class RuntimeDeadlineMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    if (!RUNTIME_CALLS.has(ctx.request.url())) return next()
    if (!(await answeredInTime(next()))) {
      ctx.limits.showUncounted()
      throw new Refusal('SIGNING_UNAVAILABLE', { message: MESSAGE, retryAfter: 1 })
    }
    if (ctx.response.getStatus() === 503) translate(ctx)
  }
}

/** Whether `work` ends before the deadline; one that is late goes on by itself and answers nobody. */
function answeredInTime(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(false), DEADLINE)
    work.then(() => resolve(true), reject).finally(() => clearTimeout(timer))
  })
}

function translate({ response }: HttpContext) {
  const body = response.getBody() as { error?: { code?: string } } | null
  if (body?.error?.code !== 'DATABASE_ERROR') return
  response.header('Retry-After', '1').send(errorEnvelope('SIGNING_UNAVAILABLE', MESSAGE))
}
