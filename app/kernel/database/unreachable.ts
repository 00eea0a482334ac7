/** The error of a process that starts without its database, or with a pooler that rejects connection settings. */
export function unreachable(cause: unknown): Error {
  if (isPooled(cause)) return pooled(cause)
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`The database of DATABASE_URL cannot be reached: ${why}`, { cause })
}

/** Whether an error is that of a pooler which rejects connection settings. */
export function isPooled(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter')
}

/** The error of a process whose database is behind a pooler. */
export function pooled(cause?: unknown): Error {
  return new Error(
    'DATABASE_URL leads to a pooler such as PgBouncer, which the service cannot use: name Postgres itself',
    { cause }
  )
}
