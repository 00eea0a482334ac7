import env from '#start/env'

/** Redis when REDIS_URL is set, else the same Postgres that holds everything else (contract 7). */
export const backend = env.get('REDIS_URL') ? 'redis' : 'postgres'

/** Queues by what they do, with how many jobs one worker process runs at a time. */
export const queues = {
  bulk: { concurrency: env.get('WORKER_CONCURRENCY') ?? 2 },
  webhooks: { concurrency: 4 },
  maintenance: { concurrency: 1 },
  mail: { concurrency: 1 },
} as const

export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

const config = {
  backend,
  redisUrl: env.get('REDIS_URL'),

  /** Set apart what several deployments keep in one Redis. */
  prefix: env.get('REDIS_PREFIX') ?? 'latchkey',
  queues,

  /** A job whose worker was silent this long is given to another one. Milliseconds. */
  lockDuration: 30_000,
  stalledInterval: 5_000,

  /** How often a worker process looks whether the schedule is still there. Milliseconds. */
  scheduleCheck: 5_000,

  /** Time that running jobs get to finish after SIGTERM before they are told to stop. Milliseconds. */
  shutdownGrace: 25_000,

  /**
   * On Postgres each worker keeps one connection for LISTEN, and the rest is shared: one pool a process,
   * sized so that the listeners can never take the last connection.
   */
  poolSize: Object.keys(queues).length + 6,
} as const

export default config
