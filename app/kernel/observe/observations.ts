/**
 * The observations that the code emits about its own work, with their facts. Facts are ids, names and numbers: never a
 * secret, a license key, a person's address or a body. `error` is the original error, for logs.
 */
export type Observations = {
  operation_began: { operationId: string; orgId: string; type: string }
  operation_chunk_done: { operationId: string; orgId: string; type: string; position: number; size: number }
  operation_ended: { operationId: string; orgId: string; status: string }
  delivery_attempted: {
    deliveryId: string
    endpointId: string
    orgId: string
    event: string
    attempt: number
    outcome: string
    /** Milliseconds. */
    duration: number
  }
  limit_hit: { limit: Limit; requestId?: unknown; orgId?: string; productId?: string }
  session_evicted: { licenseId: string; orgId: string; productId: string; count: number }
  org_administered: { orgId: string; byUserId: string | null; plan?: string; suspended?: boolean }
  user_administered: { userId: string; byUserId: string | null; disabled: boolean }
  /** A change to the queues that a platform admin makes on the queue board. */
  queues_administered: { byUserId: string; method: string; path: string }
  job_failed: { job?: string; jobId?: string; error: unknown }
}

export type Observation = keyof Observations

/** The subject that the full window counts. */
type Limit = 'address' | 'key' | 'product' | 'license'

/** One observation with its facts. */
export type Observed<Name extends Observation = Observation> = {
  [N in Name]: { name: N; facts: Observations[N] }
}[Name]
