/** The error of a process that starts without its database, or with a pooler that rejects connection settings. */
export function unreachable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  if (/unsupported startup parameter/.test(why)) return pooled(cause)
  return new Error(`The database of DATABASE_URL cannot be reached: ${why}`, { cause })
}

/** The error of a process whose database is behind a pooler. */
export function pooled(cause?: unknown): Error {
  return new Error(
    'DATABASE_URL leads to a pooler such as PgBouncer, which the service cannot use: name Postgres itself',
    { cause }
  )
}
