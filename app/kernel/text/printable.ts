/**
 * Characters that a terminal interprets instead of showing: controls of ASCII and Latin-1, and marks of text direction.
 */

const ACTED_ON = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * Makes an untrusted text safe for a terminal: a key or a name could otherwise clear the screen or change its colours
 * or title. Such characters become escapes that show their code; line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(ACTED_ON, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
