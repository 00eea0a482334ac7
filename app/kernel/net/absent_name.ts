/** The error codes of a name server for a missing name or record. */
const NOT_THERE = ['ENOTFOUND', 'ENODATA', 'ENONAME']

/** Whether a name server has answered that the name or record does not exist, rather than not at all. */
export function isAbsentName(error: unknown): boolean {
  return NOT_THERE.includes((error as NodeJS.ErrnoException).code ?? '')
}
