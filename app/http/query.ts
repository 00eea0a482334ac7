import Refusal from '#kernel/refusals/refusal'

/**
 * Query parameters as validators expect them: an empty parameter counts as not given.
 * @throws Refusal BAD_REQUEST for a NUL byte, which no string may hold.
 */
export function givenQuery(query: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  if (given.some(([, value]) => typeof value === 'string' && value.includes('\0'))) {
    throw new Refusal('BAD_REQUEST', { message: 'The query contains a NUL character' })
  }
  return Object.fromEntries(given)
}
