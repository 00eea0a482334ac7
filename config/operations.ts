import env from '#start/env'

const operations = {
  /** Licenses or file records in one chunk, which is one transaction. */
  chunkSize: 1000,

  /** How long a job works on an operation before it queues up again behind the others. Milliseconds. */
  slice: 250,

  /** Jobs that share one operation; no more can work on it at a time. */
  copies: 8,

  /** How long a job waits at least for licenses that somebody else holds. Milliseconds. */
  leastWait: 100,

  /** How long a job waits for the plan that another worker makes. Milliseconds. */
  planRetry: 1000,

  /** How long an operation of one piece waits when this process works on as many as it may. Milliseconds. */
  wholeRetry: 500,

  /** Operations of one org that may run at a time; the others wait in the order of their creation. */
  runningPerOrg: env.get('OPERATIONS_RUNNING_PER_ORG'),

  /** An unfinished operation that nobody has worked on for this long is woken again. Milliseconds. */
  staleAfter: 10_000,

  /** Faults of one chunk after which the operation gives up. */
  maxFaults: 5,

  /** How often the service asks again whether a stream or a wait may go on. Milliseconds. */
  rightsAskedEvery: 15_000,

  /** Streams that one credential may have open in one process, and all of them together. */
  streamsPerCredential: 10,
  streamsPerProcess: 500,

  /** Longest time that `Prefer: wait=N` may ask for. Seconds. */
  maxWait: 60,
} as const

export default operations
