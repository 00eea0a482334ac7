import env from '#start/env'

const operations = {
  /** Licenses or file records in one chunk, which is one transaction. */
  chunkSize: 1000,

  /** How long a job works on an operation before it goes to the back of the queue. Milliseconds. */
  slice: 250,

  /** The maximum number of jobs that work on one operation at a time. */
  copies: 8,

  /** The minimum wait for licenses that another transaction has locked. Milliseconds. */
  leastWait: 100,

  /** How long a job waits while another worker plans the operation. Milliseconds. */
  planRetry: 1000,

  /** How long an operation in one piece waits when this process runs the maximum number of them. Milliseconds. */
  wholeRetry: 500,

  /** Operations that may run at a time per org; the others wait in the order of their creation. */
  runningPerOrg: env.get('OPERATIONS_RUNNING_PER_ORG'),

  /** An unfinished operation without progress for this long is woken again. Milliseconds. */
  staleAfter: 10_000,

  /** The number of faults of one chunk after which the operation fails. */
  maxFaults: 5,

  /** How often the service rechecks the permission for an open stream or wait. Milliseconds. */
  rightsAskedEvery: 15_000,

  /** The maximum number of open streams in one process: per credential, and in total. */
  streamsPerCredential: 10,
  streamsPerProcess: 500,

  /** The longest time that `Prefer: wait=N` may request. Seconds. */
  maxWait: 60,
} as const

export default operations
