import { limits } from '#config/limits'
import { OutageLog } from '#kernel/observe/outage_log'
import Refusal from '#kernel/refusals/refusal'

/** What is counted, as the log names it. Windows and attempts are counted in different ways, so each can fail alone. */
const NAMES = { windows: 'rate limits', attempts: 'attempts' }

/** Outages of the store of the limits. */
export const outages = {
  windows: new OutageLog(`${NAMES.windows} are counted again`),
  attempts: new OutageLog(`${NAMES.attempts} are counted again`),
}

/**
 * Lets something pass that cannot be counted because the store of the limits is down, and logs the outage
 * (interface#72-codes).
 *
 * @throws Refusal RATE_LIMIT_UNAVAILABLE if this deployment fails closed.
 */
export function passUncounted(error: unknown, what: keyof typeof outages) {
  const then = limits.failClosed ? 'calls are refused' : 'calls pass uncounted'
  outages[what].failed(error, `${NAMES[what]} cannot be counted: ${then}`)
  if (limits.failClosed) throw new Refusal('RATE_LIMIT_UNAVAILABLE', { retryAfter: 1 })
}
