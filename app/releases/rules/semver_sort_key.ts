/** The number of digits, then the digits, so that 9 sorts before 10. */
const numberKey = (digits: string) => String(digits.length).padStart(3, '0') + digits

/**
 * Numeric identifiers sort before alphanumeric ones. An identifier sorts before any longer one that it is a prefix of.
 */
const identifierKey = (identifier: string) =>
  /^\d+$/.test(identifier) ? `0${numberKey(identifier)}` : `1${identifier}`

/**
 * The value of the column `sort_key`. The byte order of these keys (collation "C") is the precedence of SemVer 2.0.
 * Versions that differ only in build metadata have the same key, because build metadata has no precedence. `version`
 * must be a valid SemVer version without a leading v (contract/12-releases#121-publishing).
 */
export function semverSortKey(version: string): string {
  const [precedence = ''] = version.split('+', 1)
  const dash = precedence.indexOf('-')
  const core = dash < 0 ? precedence : precedence.slice(0, dash)
  const numbers = core.split('.').map(numberKey).join('.')
  if (dash < 0) {
    return `${numbers}~`
  }
  // In byte order, a comma is less than every character of an identifier, and a hyphen is less than the tilde.
  const identifiers = precedence.slice(dash + 1).split('.')
  return `${numbers}-${identifiers.map(identifierKey).join(',')}`
}
