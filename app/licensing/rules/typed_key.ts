/** A generated key as somebody types it: 25 letters or digits at the end, with spaces and dashes anywhere. */
const TYPED = /^(.*?)((?:[A-Z0-9][\s-]*){25})$/is
/** Five groups of the alphabet of generated keys. */
const BODY = /^[0-9A-HJKMNP-TV-Z]{25}$/
/** Letters that people read where the key has a digit. */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/**
 * The keys that somebody may mean, best first (contract/09-end-users#95-licenses-eu): the text itself, and, if it can be a
 * generated key in lower case, with spaces, or with O, I and L for digits, that key. A custom key is found only exactly.
 * `prefixes` are those that products have: one that was typed in another case is read as the product has it.
 */
export function spellingsOf(typed: string, prefixes: readonly string[] = []): string[] {
  const [, before, body] = TYPED.exec(typed.trim()) ?? []
  const letters = (body ?? '').toUpperCase().replace(/[\s-]/g, '')
  const meant = letters.replace(/[OIL]/g, (letter) => READ_AS[letter])
  if (!BODY.test(meant)) return [typed]
  const key = meant.match(/.{5}/g)!.join('-')
  return [...new Set([typed, ...prefixesMeant(before, prefixes).map((prefix) => prefix + key)])]
}

/** What may stand before the five groups, with the character that joins it to them. */
function prefixesMeant(before: string, prefixes: readonly string[]): string[] {
  const typed = before.replace(/[\s-]+$/, '')
  if (typed === '') return ['']
  const known = prefixes.filter((one) => one.replace(/-+$/, '').toLowerCase() === typed.toLowerCase())
  return [before.trim(), ...known, typed, typed.toUpperCase(), typed.toLowerCase()].map((prefix) =>
    /[-._]$/.test(prefix) ? prefix : `${prefix}-`
  )
}
