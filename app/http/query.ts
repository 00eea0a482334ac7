import Refusal from '#kernel/refusals/refusal'

/**
 * Query parameters as validators want them: one that is there but empty says nothing.
 * @throws Refusal BAD_REQUEST for a NUL byte, which no text may hold.
 */
export function givenQuery(query: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  if (given.some(([, value]) => typeof value === 'string' && value.includes('\0'))) {
    throw new Refusal('BAD_REQUEST', { message: 'The query contains a NUL character' })
  }
  return Object.fromEntries(given)
}
