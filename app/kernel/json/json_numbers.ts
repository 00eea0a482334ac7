/** A number of a JSON document that would come back as another one, and where it stands (`metadata.chat.id`). */
export type LossyNumber = { path: string; text: string }

/** What a lossy number cannot do without: 16 digits, or an exponent of three. Most documents end here. */
const SUSPECT = /\d[\d.]{15}|[eE][+-]?\d{3}/

/** The tokens of a valid document: a string (with its colon if it is a name), a number, a bracket or a comma. */
const TOKENS = /("[^"\\]*(?:\\[^][^"\\]*)*")([ \t\n\r]*:)?|(-?\d[\d.eE+-]*)|([[{\]},])/g

/** The message about a lossy number: the problem and what to do. */
export function lossyProblem({ path, text }: LossyNumber): string {
  return `${path} ${text.slice(0, 40)} has more digits than a JSON number can hold: send it as a string, in quotes`
}

/** Digits that every double keeps; and the most that tell two doubles apart. */
const SAFE_DIGITS = 15
const MOST_DIGITS = 17

/**
 * The first number of a valid JSON document that would not survive the round trip through a double, as the ids of chat
 * platforms (64 bits) and 1e400 do not; null when all do (contract/01-changes#bounds). Only those count that stand at or
 * below a member of the document that `concerns` the caller. Linear in the document.
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

/** Only for a message: an escape in it may stay as it is. */
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
  // 17 digits of a fraction are how some languages write a double; it is the same one that comes back.
  const isFraction = written.exponent < 0
  return isFraction && value !== 0 && written.digits.length <= MOST_DIGITS
}

/** The digits of a number without the zeros around them, and the power of ten of the last one; no digits for 0. */
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

/** Where the last digit that is no zero ends. A pattern would look for it again from each of the zeros before it. */
function endOf(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return end
}
