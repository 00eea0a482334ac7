/** The maximum number of characters of a caller's value that a message repeats. */
const SHOWN = 40

/**
 * Formats a caller's value for a message: shortened, and a text as a quoted JSON string so that it cannot be misread.
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value
    return JSON.stringify(text.toWellFormed())
  }
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** Formats the path of a field for people: `licenseIds.3` becomes `licenseIds[3]`. */
export function shownPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}
