import semver from 'semver'

const MAX_RANGE_LENGTH = 256

/** A range never begins with a character that makes a spreadsheet take its cell for a formula. */
const RANGE = /^[\dvVxX*^~<>][\dA-Za-z.*^~<>=|+ -]*$/

/** Whether `text` is a SemVer range that a merchant may keep with a license. */
export function isKeptRange(text: string): boolean {
  return RANGE.test(text) && isRange(text)
}

/** Whether `text` is a SemVer range. */
export function isRange(text: string): boolean {
  return text.length <= MAX_RANGE_LENGTH && semver.validRange(text) !== null
}

/** Whether a version is within a SemVer range, prereleases too. */
export function isWithin(version: string, range: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true })
}
