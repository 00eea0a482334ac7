/** The most characters of a caller's value that a message repeats. */
const SHOWN = 40

/** A value as a message repeats it: shortened, and with nothing in it that could be taken for something else. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value
    return JSON.stringify(text.toWellFormed())
  }
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

/** The path of a field as people write it: `licenseIds.3` is `licenseIds[3]`. */
export function shownPath(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
}
