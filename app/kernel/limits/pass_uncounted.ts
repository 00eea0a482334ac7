import logger from '@adonisjs/core/services/logger'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'
import { CountingOutage } from './counting_outage.js'

const log = {
  warn: (facts: object, message: string) => logger.warn(facts, message),
  info: (facts: object, message: string) => logger.info(facts, message),
}

/** Outages of the store of the limits. Windows and attempts are counted in different ways, so each can fail alone. */
export const outages = {
  windows: new CountingOutage('rate limits', log),
  attempts: new CountingOutage('attempts', log),
}

/**
 * Lets something pass that cannot be counted because the store of the limits is down, and logs the outage
 * (interface#72-codes).
 *
 * @throws Refusal RATE_LIMIT_UNAVAILABLE if this deployment fails closed.
 */
export function passUncounted(error: unknown, what: keyof typeof outages) {
  outages[what].failed(error, limits.failClosed ? 'calls are refused' : 'calls pass uncounted')
  if (limits.failClosed) throw new Refusal('RATE_LIMIT_UNAVAILABLE', { retryAfter: 1 })
}
