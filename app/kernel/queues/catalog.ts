import type { JobsOptions } from 'bullmq'
import type { QueueName } from '#config/queue'

/** A job as its enqueuers see it: queue, options and payload type. Payloads carry ids only. */
export type JobDefinition<Payload> = { queue: QueueName; options: JobsOptions; payload?: Payload }

function job<Payload>(queue: QueueName, options: JobsOptions): JobDefinition<Payload> {
  return { queue, options }
}

const keepSome = { removeOnComplete: { age: 86_400, count: 1000 }, removeOnFail: { age: 604_800 } }

/** Every job of the service. A job may run twice, so its handler must be idempotent. */
export const catalog = {
  /** Works on an operation for a time slice, then queues itself again behind the others. */
  'operation.run': job<{ operationId: string }>('bulk', {
    ...keepSome,
    attempts: 5,
    backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
  }),
  /** Deletes files, item results and operations whose retention has ended. */
  'operations.retire': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Wakes the work that a crash left behind. */
  sweep: job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Marks licenses as EXPIRED that have run out and receive no authorize call. */
  'licenses.expire': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Resolves and closes inactive tickets. */
  'tickets.age': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Ends orders that were not fulfilled in time. */
  'orders.expire': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Checks the proofs of verified domains again. */
  'domains.check': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Reads identity providers again, and announces certificates that end soon. */
  'sso.refresh': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Erases the end users who asked for it, when their waiting time is over. */
  'end_users.erase': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Deletes parts of aborted uploads, files of deleted artifacts, and old downloads. */
  'artifacts.clear': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Adds up the deltas of counts and metrics, and adds new keys to the search index. */
  'counts.fold': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Wakes the engine of a worker, which empties the outbox and makes the webhook attempts that are due. */
  'webhooks.deliver': job<Record<string, never>>('webhooks', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Works on all due events of payment processors, not only the one in its payload. */
  'processor.events': job<{ eventId?: string }>('webhooks', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Deletes webhook deliveries that are past the retention. */
  'webhooks.clear': job<Record<string, never>>('webhooks', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Sends the mails that are due. */
  'mail.send': job<Record<string, never>>('mail', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Deletes the sessions of licenses that make no more calls. */
  'sessions.prune': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
  /** Deletes expired windows, nonces, idempotency keys, tokens and sessions. */
  'expired.prune': job<Record<string, never>>('maintenance', {
    removeOnComplete: { count: 20 },
    removeOnFail: { age: 86_400 },
  }),
} as const satisfies Record<string, JobDefinition<unknown>>

/** The priority of jobs that only use idle workers: all jobs without a priority run first. */
export const HELP = 10

export type JobName = keyof typeof catalog
export type PayloadOf<Name extends JobName> = NonNullable<(typeof catalog)[Name]['payload']>

/** The repeating jobs, with the time between two runs in milliseconds. */
export const schedule: { name: JobName; every: number }[] = [
  { name: 'sweep', every: 5000 },
  { name: 'counts.fold', every: 2000 },
  { name: 'webhooks.deliver', every: 5000 },
  { name: 'processor.events', every: 5000 },
  { name: 'webhooks.clear', every: 600_000 },
  { name: 'mail.send', every: 30_000 },
  { name: 'expired.prune', every: 60_000 },
  { name: 'sessions.prune', every: 3_600_000 },
  { name: 'licenses.expire', every: 300_000 },
  { name: 'operations.retire', every: 3_600_000 },
  { name: 'tickets.age', every: 3_600_000 },
  { name: 'orders.expire', every: 600_000 },
  { name: 'end_users.erase', every: 3_600_000 },
  { name: 'domains.check', every: 3_600_000 },
  { name: 'sso.refresh', every: 3_600_000 },
  { name: 'artifacts.clear', every: 3_600_000 },
]

/** The arguments of a handler besides its payload. */
export type JobRun = {
  /** Aborted when the worker must stop; long work ends at its next safe point. */
  signal: AbortSignal
  /**
   * Shows progress and a log line with the job on the queue board.
   * @throws if the store of the queues does not accept them.
   */
  report?: (progress: object, line: string) => Promise<void>
}

/**
 * The result of a handler. `again` queues the job again, immediately or `after` a number of milliseconds: behind the
 * waiting jobs, with the same priority and name.
 */
export type JobResult = void | { again: true; after?: number }

export interface JobHandler<Name extends JobName> {
  handle(payload: PayloadOf<Name>, run: JobRun): Promise<JobResult>
}
