import type { RedisOptions } from 'ioredis'

/** One use of Redis connections. docs/operating/connections.md shows these rows. */
export type RedisUse = {
  /** Its name in `CLIENT LIST`. */
  name: string
  /** Which processes open the connection, and when. */
  held: string
  purpose: string
  settings: RedisOptions
}

/**
 * A request waits for the response, and a late response is useless. A command that was sent on a lost connection is not
 * resent on the next: Redis may have executed it, so an attempt would count twice or a nonce look used. Such a command
 * ends with the timeout.
 */
const ONCE = { maxRetriesPerRequest: 1, commandTimeout: 800, autoResendUnfulfilledCommands: false }

export const REDIS = {
  limits: {
    name: 'latchkey-limits',
    held: 'HTTP',
    purpose: 'rate limits and nonces',
    settings: ONCE,
  },
  attempts: {
    name: 'latchkey-attempts',
    held: 'HTTP, from the first attempt on',
    purpose: 'limits of attempts: sign-in, sign-up, second factor, invites',
    settings: ONCE,
  },
  dispatch: {
    name: 'latchkey-dispatch',
    held: 'HTTP, worker, command that adds jobs',
    purpose: 'adding jobs, the queue board',
    settings: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 900 },
  },
  work: {
    name: 'latchkey-work',
    held: 'worker; with it one connection for each queue, on which the worker waits for jobs',
    purpose: 'taking jobs',
    settings: { maxRetriesPerRequest: null, enableOfflineQueue: true },
  },
  policy: {
    name: 'latchkey-policy',
    held: 'HTTP, worker, while it starts',
    purpose: 'checking that this Redis throws no keys away',
    settings: { maxRetriesPerRequest: 1, commandTimeout: 2000 },
  },
  probe: {
    name: 'latchkey-probe',
    held: 'each of them, for a moment',
    purpose: 'learning why the queues cannot be reached, for `/health`',
    settings: { lazyConnect: true, connectTimeout: 500, maxRetriesPerRequest: 0, retryStrategy: null },
  },
} satisfies Record<string, RedisUse>

export type RedisUseName = keyof typeof REDIS
