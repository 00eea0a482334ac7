import env from '#start/env'

/** Redis when REDIS_URL is set, else the same Postgres that holds everything else (contract#stores). */
export const backend = env.get('REDIS_URL') ? 'redis' : 'postgres'

/** Queues by what they do, with how many jobs one worker process runs at a time. */
export const queues = {
  bulk: { concurrency: env.get('WORKER_CONCURRENCY') },
  webhooks: { concurrency: 4 },
  maintenance: { concurrency: 1 },
  mail: { concurrency: 1 },
} as const

/** Where a worker answers orchestrators; undefined where it does not. */
export const workerHealthPort = env.get('WORKER_HEALTH_PORT')

export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

const config = {
  backend,
  redisUrl: env.get('REDIS_URL'),

  /** Set apart what several deployments keep in one Redis. */
  prefix: env.get('REDIS_PREFIX'),
  queues,

  /** A job whose worker was silent this long is given to another one. Milliseconds. */
  lockDuration: 10_000,
  stalledInterval: 2_500,

  /** How long a worker waits for a job before it asks again, on a new connection if the old one is silent. Seconds. */
  longestWait: 2,

  /** How long a worker pauses after its store refused the connection. Milliseconds. */
  workRetry: 500,

  /** How often a worker process looks whether the schedule is still there. Milliseconds. */
  scheduleCheck: 5_000,

  /** How long a worker that starts waits for stores that are away, and between two tries. Milliseconds. */
  startPatience: 30_000,
  startRetry: 1000,

  /** Time that running jobs get to finish after SIGTERM before they are told to stop. Milliseconds. */
  shutdownGrace: 25_000,
} as const

export default config
