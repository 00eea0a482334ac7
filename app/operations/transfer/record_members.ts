import { parseJson } from '#kernel/json/json'
import { isPlainObject } from '#kernel/json/metadata'
import { LIMITS } from '#kernel/files/file_limits'
import { outlineOf } from './json_record.js'

/** A string of a valid JSON document, or a mark between its values. */
const TOKENS = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},:]/g

/**
 * The members of a JSON record with their values as the file has them, so that no number changes. Null for a record
 * that is not an object or too large to parse.
 */
export function recordMembers(json: string): Map<string, string> | null {
  if (!isReadableObject(json)) return null
  const members = new Map<string, string>()
  let depth = 0
  let from = json.indexOf('{') + 1
  let name: string | null = null
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (depth === 1 && token === ':') {
      name = parseJson(json.slice(from, index)) as string
      from = index + 1
    } else if (depth === 1 && (token === ',' || token === '}')) {
      if (name !== null) members.set(name, json.slice(from, index).trim())
      from = index + 1
    }
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
  }
  return members
}

function isReadableObject(json: string): boolean {
  if (outlineOf(new TextEncoder().encode(json)).values > LIMITS.values) return false
  try {
    return isPlainObject(parseJson(json))
  } catch {
    return false
  }
}

/** A value of a JSON record as the cell of a CSV row: a text without its quotes, null as an empty cell. */
export function cellOf(value: string): string {
  if (value === 'null') return ''
  return value.startsWith('"') ? (parseJson(value) as string) : value
}
