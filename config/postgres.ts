import env from '#start/env'

/** The operator's database; undefined if the service runs the embedded one. It holds a password: never log it. */
export const configuredUrl = env.get('DATABASE_URL')

/** The connection pool size of one process, for ordinary requests and jobs. */
export const poolSize = env.get('DATABASE_POOL')

/** How long a transaction may be idle before Postgres ends it. Milliseconds. */
export const idleTransaction = env.get('DATABASE_IDLE_TRANSACTION_SECONDS') * 1000
