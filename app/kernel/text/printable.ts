/** Characters that a terminal acts on instead of showing: controls of ASCII and Latin-1, and those that turn text round. */

const ACTED_ON = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * A text of a stranger as a terminal may show it: a key or a name could otherwise clear the screen, change its colours or
 * its title. Such characters become escapes that say which they were; line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(ACTED_ON, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
