/** Line ends, other control characters, and marks that turn the direction of the text after them. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const CONTROL = new RegExp(`[${CONTROLS}]+`, 'gu')

/** Names without a `nameProblem`, as JSON Schema says it. */
export const NAME_SCHEMA = { pattern: `^[^${CONTROLS}]*$`, not: { pattern: '://' } }

/** The most characters that a name has. */
export const NAME_LENGTH = 100

/**
 * Why a name of an org or a person is refused; null when it is fine. Names stand in mails to strangers: they must not
 * bring lines or links of their own.
 */
export function nameProblem(name: string): string | null {
  if (name.search(CONTROL) >= 0) return 'must not contain line breaks or control characters'
  return name.includes('://') ? 'must not contain a link' : null
}

/** A name as it stands in a mail: on one line, without a link and in quotes that it cannot end, whoever stored it. */
export function quotedName(name: string): string {
  return `"${name.replace(CONTROL, ' ').replaceAll('://', ' ').replaceAll('"', "'").slice(0, NAME_LENGTH)}"`
}

/** The name of the org that a person gets with his account: after his first name, or what his address begins with. */
export function personalOrgName(firstName: string | null, email: string): string {
  const given = [firstName ?? '', email.split('@')[0]]
    .map((name) => name.replace(CONTROL, ' ').replaceAll('://', ' ').trim())
    .find((name) => name !== '')
  return given ? `${[...given].slice(0, NAME_LENGTH - 6).join('')}'s org` : 'Personal org'
}
