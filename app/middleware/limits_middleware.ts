import { setTimeout } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { sentApiKey } from '#auth/api_key_guard'
import Refusal from '#exceptions/refusal'
import { findApiKey, type KnownApiKey } from '#services/api_keys'
import RequestLimits from '#services/request_limits'

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

/** Counts every request in its rate limits and puts their headers on every response (interface 8). */
export default class LimitsMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { request, response } = ctx
    const path = request.url()
    const sent = sentApiKey(ctx)
    ctx.limits = new RequestLimits(request.ip(), response.response, sent !== null)
    if (ALWAYS_ANSWER.has(path)) {
      if (sent) ctx.limits.key = await findIfPossible(sent)
      await takeIfPossible(ctx.limits)
      return next()
    }
    if (sent) ctx.limits.key = await findApiKey(sent)
    if (!COUNT_THEMSELVES.has(path)) {
      await ctx.limits.take()
      return next()
    }
    await next()
    if (!ctx.limits.taken) await ctx.limits.take()
  }
}

/** The key, unless the database is down or slow: then its windows are not counted. */
function findIfPossible(sent: string): Promise<KnownApiKey | null> {
  const found = findApiKey(sent).catch(() => null)
  return Promise.race([found, setTimeout(LOOK_UP_MS, null, { ref: false })])
}

async function takeIfPossible(limits: RequestLimits) {
  try {
    await limits.take()
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'RATE_LIMIT_UNAVAILABLE') throw error
  }
}
