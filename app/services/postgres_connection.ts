import pg from 'pg'
import { parseJson } from '#domain/json'
import env from '#start/env'

const { JSON: JSON_TYPE, JSONB } = pg.types.builtins

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
    types: { getTypeParser },
    idle_in_transaction_session_timeout: (env.get('DATABASE_IDLE_TRANSACTION_SECONDS') ?? 20) * 1000,
  }
}

/** The driver's own parsers, but for JSON, which holds names that merchants chose (see `parseJson`). */
const getTypeParser = ((type, format) =>
  type === JSON_TYPE || type === JSONB
    ? parseJson
    : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
