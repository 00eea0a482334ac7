/** The parts of a date format: a quoted text, a Luxon token, or any other characters. */
const PARTS = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g

/** Tokens for a fixed number of digits. */
const FIXED = /^(?:y{4}|y{6}|MM|LL|dd|ooo|HH|hh|mm|qq|ss|SSS|uuu|k{4}|WW|[Ec])$/

/** Tokens for words. */
const WORDS = /^(?:GG?|[MLEc]{3,4}|[az])$/

/**
 * Whether a date format determines where each of its numbers ends: no token letter occurs twice, and two numbers of
 * variable length have a character between them that is not a digit. Otherwise a date could be read in several ways,
 * and the parser would try all of them on a date that does not match, which can take far too long.
 */
export function isClearForm(form: string): boolean {
  const letters = new Set<string>()
  let open = 0
  for (const [part, letter] of form.matchAll(PARTS)) {
    if (letter !== undefined) {
      if (letters.has(letter)) return false
      letters.add(letter)
      if (WORDS.test(part)) open = 0
      else if (!FIXED.test(part) && ++open > 1) return false
    } else if (/[^\d']/.test(part)) open = 0
  }
  return true
}
