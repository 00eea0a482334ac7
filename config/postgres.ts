import env from '#start/env'

/** The database of the operator; undefined where the service runs one of its own. It holds a password: never log it. */
export const configuredUrl = env.get('DATABASE_URL')

/** Connections of one process for ordinary requests and jobs. */
export const poolSize = env.get('DATABASE_POOL')

/** How long a transaction may stand still before Postgres ends it. Milliseconds. */
export const idleTransaction = env.get('DATABASE_IDLE_TRANSACTION_SECONDS') * 1000
