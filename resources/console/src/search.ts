/**
 * The query parameters of an address, all as text. Values such as "1E5" and long digits are fragments of keys, not
 * numbers. Text keeps every value unchanged on the way from an address to a filter and back.
 */
export type Search = Record<string, string>

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** Reads a query parameter that is either "true" or "false". Any other text means neither. */
export const flagOf = (text: string | undefined) => text === 'true' || (text === 'false' ? false : undefined)

/** Keeps the named query parameters that have a value, and drops all others. */
export function onlyParts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') found[name] = value
    }
    return found
  }
}
