import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentApiKey } from '#auth/api_key_guard'
import Refusal from '#exceptions/refusal'
import { findApiKey, type KnownApiKey } from '#services/api_keys'
import RequestLimits from '#services/request_limits'
import { withTimeout } from '#services/with_timeout'

/** They tell operators what is down, the store of the limits included, so they do not depend on it. */
const ALWAYS_ANSWER = new Set(['/health', '/v1/status'])

/** How long those wait for the key of a request, in milliseconds. */
const LOOK_UP_MS = 500

/**
 * Routes that count themselves, by `ctx.limits.take`, because they add a bucket or a nonce to the same round
 * trip. Whatever ends such a request earlier is counted here all the same.
 */
const COUNT_THEMSELVES = new Set(['/v1/licenses/authorize', '/v1/licenses/release'])

declare module '@adonisjs/core/http' {
  interface HttpContext {
    limits: RequestLimits
  }
}

/** As many query parameters as the parser of `config/app.ts` takes; it would drop the rest without a word. */
const MOST_PARAMETERS = 100

/**
 * Counts every request in its rate limits and puts their headers on every response (interface 8). Then it
 * refuses a query of which a part would be ignored: a filter that is not seen must not mean "everything".
 */
export default class LimitsMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    const path = request.url()
    const alwaysAnswers = ALWAYS_ANSWER.has(path)
    const sent = sentApiKey(ctx)
    const limits = new RequestLimits(request.ip(), response.response, sent !== null)
    ctx.limits = limits
    if (sent) limits.key = await (alwaysAnswers ? findIfPossible(sent) : find(limits, sent))
    const tooLong = isQueryTooLong(request)
    if (COUNT_THEMSELVES.has(path) && !tooLong) {
      await next()
      if (!limits.taken) await limits.take()
      return
    }
    await (alwaysAnswers ? takeIfPossible(limits) : limits.take())
    if (tooLong) {
      throw new Refusal('BAD_REQUEST', { message: `The query has more than ${MOST_PARAMETERS} parameters` })
    }
    return next()
  }
}

function isQueryTooLong({ request }: HttpContext['request']): boolean {
  const url = request.url!
  const mark = url.indexOf('?')
  return mark !== -1 && url.slice(mark).split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS
}

async function find(limits: RequestLimits, sent: string): Promise<KnownApiKey | null> {
  try {
    return await findApiKey(sent)
  } catch (error) {
    limits.showUncounted()
    throw error
  }
}

/** The key, unless the database is down or slow: then its windows are not counted. */
function findIfPossible(sent: string): Promise<KnownApiKey | null> {
  return withTimeout(findApiKey(sent), LOOK_UP_MS).catch(() => null)
}

async function takeIfPossible(limits: RequestLimits) {
  try {
    await limits.take()
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'RATE_LIMIT_UNAVAILABLE') throw error
  }
}
