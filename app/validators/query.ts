/**
 * Query parameters as validators want them: one that is there but empty says nothing, except a cursor, where
 * empty means "from the beginning" (contract 3).
 */
export function givenQuery(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' || name === 'cursor')
  )
}
