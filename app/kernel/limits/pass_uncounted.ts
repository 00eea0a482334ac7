import logger from '@adonisjs/core/services/logger'
import { limits } from '#config/limits'
import Refusal from '#kernel/refusals/refusal'

/**
 * Lets something pass that cannot be counted because the store of the limits is down, and logs it (interface#72-codes).
 *
 * @throws Refusal RATE_LIMIT_UNAVAILABLE if this deployment fails closed.
 */
export function passUncounted(error: unknown, what: string) {
  if (limits.failClosed) throw new Refusal('RATE_LIMIT_UNAVAILABLE', { retryAfter: 1 })
  logger.warn({ err: error }, `${what} cannot be counted: this one passes uncounted`)
}
