import env from '#start/env'

/** Redis if REDIS_URL is set, else the same Postgres as all other data (contract#stores). */
export const backend = env.get('REDIS_URL') ? 'redis' : 'postgres'

/** The queues, with the number of jobs that one worker process runs at a time. */
export const queues = {
  bulk: { concurrency: env.get('WORKER_CONCURRENCY') },
  webhooks: { concurrency: 4 },
  maintenance: { concurrency: 1 },
  // Three mails at a time, and those that their server is slow to confirm (`SendDueMails`).
  mail: { concurrency: 10 },
} as const

/** The port of a worker's health checks; undefined if it serves none. */
export const workerHealthPort = env.get('WORKER_HEALTH_PORT')

export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[]

const config = {
  backend,
  redisUrl: env.get('REDIS_URL'),

  /** Separates the keys of several deployments in one Redis. */
  prefix: env.get('REDIS_PREFIX'),
  queues,

  /** A job whose worker is silent for this long is given to another worker. Milliseconds. */
  lockDuration: 10_000,
  stalledInterval: 2_500,

  /** How long a worker waits for a job before it asks again, on a new connection if the old one is silent. Seconds. */
  longestWait: 2,

  /** How long a worker pauses after its store has refused the connection. Milliseconds. */
  workRetry: 500,

  /** How often a worker process checks that the schedule still exists. Milliseconds. */
  scheduleCheck: 5_000,

  /** How long a starting worker waits for unavailable stores, and the pause between two attempts. Milliseconds. */
  startPatience: 30_000,
  startRetry: 1000,

  /** How long running jobs may continue after SIGTERM before they are told to stop. Milliseconds. */
  shutdownGrace: 25_000,

  /** How long a worker without jobs waits for the store of the queues before it ends without it. Milliseconds. */
  farewell: 2000,
} as const

export default config
