/** SemVer 2.0, as semver.org gives it. */
const NUMBER = '(?:0|[1-9]\\d*)'
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
const SEMVER = new RegExp(
  `^(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`
)

/** Longer versions are none: an update client has to show them. */
export const MAX_VERSION_LENGTH = 128

/**
 * A SemVer 2.0 version without its leading v, or null if `text` is none (contract/12-releases#121-publishing). Its three
 * numbers are exact in JavaScript.
 */
export function readVersion(text: string): string | null {
  const version = text.startsWith('v') ? text.slice(1) : text
  const match = version.length <= MAX_VERSION_LENGTH ? SEMVER.exec(version) : null
  return match?.slice(1).every((digits) => Number.isSafeInteger(Number(digits))) ? version : null
}
