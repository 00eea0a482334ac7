/** The parts of a form: a text in quotes, a token of Luxon, or what stands between them. */
const PARTS = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+/g

/** Tokens that stand for so many digits and no more. */
const FIXED = /^(?:y{4}|y{6}|MM|LL|dd|ooo|HH|hh|mm|qq|ss|SSS|uuu|k{4}|WW|[Ec])$/

/** Tokens that stand for words. */
const WORDS = /^(?:GG?|[MLEc]{3,4}|[az])$/

/**
 * Whether a form of dates says where each of its numbers ends: no token comes twice, and between two of no fixed length
 * stands something that is no digit. Otherwise a date could be read in several ways, and one that does not fit would be
 * held against all of them, which takes longer than anybody can wait.
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
