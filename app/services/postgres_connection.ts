import env from '#start/env'

/**
 * Connection settings for pg. A lost Postgres must be noticed within a second (contract: how we build), so
 * connecting is bounded, and a transaction whose process stopped in the middle gives its locks back by itself.
 */
export function connectionTo(url: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: 800,
    keepAlive: true,
    application_name: 'latchkey',
    idle_in_transaction_session_timeout: (env.get('DATABASE_IDLE_TRANSACTION_SECONDS') ?? 20) * 1000,
  }
}
