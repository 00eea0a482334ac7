import semver from 'semver'

const MAX_RANGE_LENGTH = 256

/** A range never begins with a character that makes a spreadsheet read its cell as a formula. */
const RANGE = /^[\dvVxX*^~<>][\dA-Za-z.*^~<>=|+ -]*$/

/** Returns true if `text` is a SemVer range that a merchant may store with a license. */
export function isKeptRange(text: string): boolean {
  return RANGE.test(text) && isRange(text)
}

/** Returns true if `text` is a SemVer range. */
export function isRange(text: string): boolean {
  return text.length <= MAX_RANGE_LENGTH && semver.validRange(text) !== null
}

/** Returns true if a version is within a SemVer range. Prereleases count too. */
export function isWithin(version: string, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true })
}
