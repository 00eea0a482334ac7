/** A number of a JSON document that a double cannot represent, and its path (`metadata.chat.id`). */
export type LossyNumber = { path: string; text: string }

/** Every lossy number has 16 digits or a three-digit exponent. Most documents have neither, so the check ends here. */
const SUSPECT = /\d[\d.]{15}|[eE][+-]?\d{3}/

/** The tokens of a valid document: a string (with its colon if it is a name), a number, a bracket or a comma. */
const TOKENS = /("[^"\\]*(?:\\[^][^"\\]*)*")([ \t\n\r]*:)?|(-?\d[\d.eE+-]*)|([[{\]},])/g

/** Returns the message for a lossy number: the problem and how to fix it. */
export function lossyProblem({ path, text }: LossyNumber): string {
  return `${path} ${text.slice(0, 40)} has more digits than a JSON number can hold: send it as a string, in quotes`
}

/** Digits that every double keeps, and the most digits that distinguish two doubles. */
const SAFE_DIGITS = 15
const MOST_DIGITS = 17

/**
 * Returns the first number of a valid JSON document that does not survive the round trip through a double, such as the
 * 64-bit ids of chat platforms or 1e400; null if all survive (contract/01-changes#bounds). Only numbers in members of
 * the document for which `concerns` returns true count. Linear in the size of the document.
 */
export function lossyNumber(
  json: string,
  concerns: (member: string) => boolean = () => true
): LossyNumber | null {
  if (!SUSPECT.test(json)) return null
  const path: (string | number)[] = []
  const step = () => {
    const last = path.at(-1)
    if (typeof last === 'number') path[path.length - 1] = last + 1
  }
  for (const [, string, colon, number, mark] of json.matchAll(TOKENS)) {
    if (colon !== undefined) path[path.length - 1] = nameOf(string)
    else if (number !== undefined) {
      if (!survives(number) && concerns(String(path[0] ?? ''))) return { path: path.join('.'), text: number }
    } else if (mark === '{') path.push('')
    else if (mark === '[') path.push(0)
    else if (mark === '}' || mark === ']') path.pop()
    else if (mark === ',') step()
  }
  return null
}

/** Used only in a message, so escapes may stay. */
function nameOf(string: string): string {
  return string.slice(1, -1)
}

function survives(text: string): boolean {
  const value = Number(text)
  const written = decimal(text)
  if (written.digits.length <= SAFE_DIGITS && Number.isFinite(value) && value !== 0) return true
  if (!Number.isFinite(value)) return false
  const kept = decimal(String(value))
  if (written.digits === kept.digits && (written.digits === '' || written.exponent === kept.exponent))
    return true
  // Some languages write a double as a fraction with 17 digits; parsing it returns the same double.
  const isFraction = written.exponent < 0
  return isFraction && value !== 0 && written.digits.length <= MOST_DIGITS
}

/** The digits of a number without leading and trailing zeros, and the power of ten of the last one; no digits for 0. */
function decimal(text: string): { digits: string; exponent: number } {
  const [, whole, fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!
  const all = whole + fraction
  const digits = all.replace(/^0+/, '')
  const significant = digits.slice(0, endOf(digits))
  return {
    digits: significant,
    exponent: Number(power) - fraction.length + (digits.length - significant.length),
  }
}

/**
 * Position after the last digit other than zero. A loop, because a regular expression takes quadratic time on many
 * zeros.
 */
function endOf(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return end
}
