/** The error of a process that starts without its database. */
export function unreachable(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`The database of DATABASE_URL cannot be reached: ${why}`, { cause })
}
