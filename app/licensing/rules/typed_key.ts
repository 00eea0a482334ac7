/** A generated key as a person types it: it ends with 25 letters or digits, with spaces and dashes anywhere. */
const TYPED = /^(.*?)((?:[A-Z0-9][\s-]*){25})$/is
/** The five groups of a generated key, in the alphabet of such keys. */
const BODY = /^[0-9A-HJKMNP-TV-Z]{25}$/
/** Letters that people mistake for digits of a key. */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** The longest text that can mean a key, in characters. The time to read a text grows with the square of its length. */
const LONGEST = 256

/**
 * Returns the keys that a typed text can mean, best first (contract/09-end-users#95-licenses-eu): the text itself, and
 * the generated key that it can stand for if it has lower case, spaces, or O, I and L in place of digits. A custom key
 * must match exactly. A text of more than 256 characters means no key. `prefixes` are the key prefixes of the products; a
 * typed prefix matches them in any case, with spaces and dashes anywhere.
 */
export function spellingsOf(typed: string, prefixes: readonly string[] = []): string[] {
  if (typed.length > LONGEST) return []
  const [, before, body] = TYPED.exec(typed.trim()) ?? []
  const letters = (body ?? '').toUpperCase().replace(/[\s-]/g, '')
  const meant = letters.replace(/[OIL]/g, (letter) => READ_AS[letter])
  if (!BODY.test(meant)) return [typed]
  const key = meant.match(/.{5}/g)!.join('-')
  return [...new Set([typed, ...prefixesMeant(before, prefixes).map((prefix) => prefix + key)])]
}

/** Returns the possible prefixes before the five groups, each with the character that joins it to them. */
function prefixesMeant(before: string, prefixes: readonly string[]): string[] {
  const typed = before.replace(/[\s-]+$/, '')
  if (typed === '') return ['']
  const known = prefixes.filter((one) => bare(one) === bare(typed))
  return [before.trim(), ...known, typed, typed.toUpperCase(), typed.toLowerCase()].map((prefix) =>
    /[-._]$/.test(prefix) ? prefix : `${prefix}-`
  )
}

/** A prefix as it is compared: a person may type spaces in place of its dashes. */
function bare(prefix: string): string {
  return prefix.replace(/[\s-]/g, '').toLowerCase()
}
