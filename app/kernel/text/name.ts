/** Line ends, other control characters, and marks that change the direction of the text after them. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const CONTROL = new RegExp(`[${CONTROLS}]+`, 'gu')

/** The JSON Schema of names without a `nameProblem`. */
export const NAME_SCHEMA = { pattern: `^[^${CONTROLS}]*$`, not: { pattern: '://' } }

/** The maximum length of a name, in characters. */
export const NAME_LENGTH = 100

/**
 * Returns why a name of an org or a person is refused; null if it is valid. Names appear in mails to people who do not
 * know the sender, so they must not add lines or links.
 */
export function nameProblem(name: string): string | null {
  if (name.search(CONTROL) >= 0) return 'must not contain line breaks or control characters'
  return name.includes('://') ? 'must not contain a link' : null
}

/** The name of a person, in the parts that are stored. */
export type PersonName = { firstName: string | null; lastName: string | null }

/** Returns the trimmed name, or null if it is not allowed as a name. For names that another service sends. */
export function fittingName(name: string | null): string | null {
  const plain = name?.trim()
  return plain && plain.length <= NAME_LENGTH && !nameProblem(plain) ? plain : null
}

/** Splits a full name before its last word. A part that is not allowed as a name is null. */
export function partsOfName(name: string): PersonName {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop()! : null
  return { firstName: fittingName(words.join(' ')), lastName: fittingName(lastName) }
}

/**
 * Formats a name for a mail: on one line, without links, and in quotes that it cannot close. Works for any stored name.
 */
export function quotedName(name: string): string {
  return `"${name.replace(CONTROL, ' ').replaceAll('://', ' ').replaceAll('"', "'").slice(0, NAME_LENGTH)}"`
}

/**
 * The name of the org that a user gets with the account: from the first name, or else from the start of the email
 * address.
 */
export function personalOrgName(firstName: string | null, email: string): string {
  const given = [firstName ?? '', email.split('@')[0]]
    .map((name) => name.replace(CONTROL, ' ').replaceAll('://', ' ').trim())
    .find((name) => name !== '')
  return given ? `${[...given].slice(0, NAME_LENGTH - 6).join('')}'s org` : 'Personal org'
}
