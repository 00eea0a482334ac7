/** The grammar of SemVer 2.0, from semver.org. */
const NUMBER = '(?:0|[1-9]\\d*)'
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const SEMVER = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`
)

/** Longer versions are invalid, because update clients have to display them. In characters. */
export const MAX_VERSION_LENGTH = 128

/**
 * Reads a SemVer 2.0 version and drops a leading v; null for an invalid one (contract/12-releases#121-publishing). Its
 * three numbers must be safe integers in JavaScript.
 */
export function readVersion(text: string): string | null {
  const version = text.startsWith('v') ? text.slice(1) : text
  const match = version.length <= MAX_VERSION_LENGTH ? SEMVER.exec(version) : null
  return match?.slice(1).every((digits) => Number.isSafeInteger(Number(digits))) ? version : null
}
