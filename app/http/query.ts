import Refusal from '#kernel/refusals/refusal'

/**
 * Query parameters as validators expect them: an empty parameter counts as not given, except those of `flags`.
 * @throws Refusal BAD_REQUEST for a NUL byte, which no string may hold.
 */
export function givenQuery(
  query: Record<string, unknown>,
  flags: readonly string[] = []
): Record<string, unknown> {
  const given = Object.entries(query).filter(([name, value]) => value !== '' || flags.includes(name))
  if (given.some(([, value]) => typeof value === 'string' && value.includes('\0'))) {
    throw new Refusal('BAD_REQUEST', { message: 'The query contains a NUL character' })
  }
  return Object.fromEntries(given)
}
