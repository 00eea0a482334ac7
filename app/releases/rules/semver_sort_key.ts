/** A number of any length: how many digits it has, then the digits, so that 9 comes before 10. */
const numberKey = (digits: string) => String(digits.length).padStart(3, '0') + digits

/** Numbers come before names, and a name before every longer name that begins with it. */
const identifierKey = (identifier: string) =>
  /^\d+$/.test(identifier) ? `0${numberKey(identifier)}` : `1${identifier}`

/**
 * A text for the column `sort_key`: the plain byte order of such texts (collation "C") is the precedence of SemVer 2.0.
 * Build metadata has no precedence, so versions that differ in nothing else have the same key. `version` is a valid
 * SemVer version without a leading v (contract/12-releases#121-publishing).
 */
export function semverSortKey(version: string): string {
  const [precedence = ''] = version.split('+', 1)
  const dash = precedence.indexOf('-')
  const core = dash < 0 ? precedence : precedence.slice(0, dash)
  const numbers = core.split('.').map(numberKey).join('.')
  if (dash < 0) {
    return `${numbers}~`
  }
  // A comma is less than every character of an identifier, and a hyphen less than the tilde of a release.
  const identifiers = precedence.slice(dash + 1).split('.')
  return `${numbers}-${identifiers.map(identifierKey).join(',')}`
}
