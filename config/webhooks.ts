import env from '#start/env'

/**
 * How events reach the endpoints of merchants (interface#64-delivery-rules, contract#retry-delays, contract#settings).
 */
export const webhooks = {
  /** Private addresses that this deployment may deliver to all the same. */
  allowedSubnets: env.get('WEBHOOK_ALLOWED_SUBNETS') ?? [],

  /** Seconds between the attempts; there is one attempt more than there are delays. */
  retryDelays: env.get('WEBHOOK_RETRY_DELAYS'),

  /** For the whole of one attempt, connecting and reading included. */
  timeoutMs: env.get('WEBHOOK_TIMEOUT_SECONDS') * 1000,

  /** Attempts in flight at a time to one endpoint, from one worker process. */
  perEndpoint: env.get('WEBHOOK_ENDPOINT_CONCURRENCY'),

  /** Attempts in flight or about to be made at a time, from one worker process. */
  inFlight: env.get('WEBHOOK_CONCURRENCY'),

  /** An old secret signs beside the new one for this long after a rotation. */
  rotationOverlapMs: 24 * 3600 * 1000,

  /** Deliveries are kept this long. */
  retentionMs: env.get('WEBHOOK_RETENTION_DAYS') * 24 * 3600 * 1000,
}
