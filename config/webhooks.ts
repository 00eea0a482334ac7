import env from '#start/env'

/**
 * How events reach the endpoints of merchants (interface#64-delivery-rules, contract#retry-delays, contract#settings).
 */
export const webhooks = {
  /** Private addresses to which this deployment may deliver despite the block on private addresses. */
  allowedSubnets: env.get('WEBHOOK_ALLOWED_SUBNETS') ?? [],

  /** Seconds between the attempts; there is one more attempt than delays. */
  retryDelays: env.get('WEBHOOK_RETRY_DELAYS'),

  /** The deadline of one attempt, including connecting and reading. */
  timeoutMs: env.get('WEBHOOK_TIMEOUT_SECONDS') * 1000,

  /** Concurrent attempts to one endpoint, per worker process. */
  perEndpoint: env.get('WEBHOOK_ENDPOINT_CONCURRENCY'),

  /** Attempts in flight or about to start, per worker process. */
  inFlight: env.get('WEBHOOK_CONCURRENCY'),

  /** How long an old secret signs alongside the new one after a rotation. */
  rotationOverlapMs: 24 * 3600 * 1000,

  /** How long deliveries are kept. */
  retentionMs: env.get('WEBHOOK_RETENTION_DAYS') * 24 * 3600 * 1000,
}
