/** How a merchant names an end user: by id, or by email or username. An unknown email or username creates one. */
export type EndUserName = { userId?: string | null; email?: string | null; username?: string | null }

/** The ways to name an end user; the first one that is known decides who is meant. */
export const NAMES = ['userId', 'email', 'username'] as const

/** The end user whom each name means; null for a name that was not sent or that nobody has. */
export type Meant<Person> = Record<keyof EndUserName, Person | null>

/**
 * Returns the names of a call that do not all mean the same end user, after the one that decides; nothing if all of them
 * fit the end user who is found. A name that nobody has fits an end user who has no name of that kind yet.
 */
export function contradiction(
  name: EndUserName,
  meant: Meant<{ id: string; email: string | null; username: string | null }>
): (keyof EndUserName)[] {
  const decides = NAMES.find((field) => meant[field] !== null)
  const found = decides && meant[decides]
  if (!found) return []
  const others = NAMES.filter((field) => {
    if (!name[field] || field === 'userId') return false
    const named = meant[field]
    return named ? named.id !== found.id : found[field] !== null
  })
  return others.length > 0 ? [decides, ...others] : []
}
