import { readList, type ListRules, type ReadList } from '#kernel/json/long_lists'
import { parseJsonBody } from './request_body.js'

/** The value of a body without its long lists, and the lists by name. */
export type BodyWithLists = { value: object; lists: Record<string, ReadList> }

/**
 * Parses a JSON body and reads its long lists. A list that is null counts as not given and stays in the value.
 * @throws BAD_REQUEST for anything that is not one JSON object in UTF-8.
 */
export function readWithLists(raw: Buffer, contentType: string | undefined, rules: ListRules): BodyWithLists {
  const value = parseJsonBody(raw, contentType) as Record<string, unknown>
  const lists: Record<string, ReadList> = {}
  for (const [field, rule] of Object.entries(rules)) {
    const given = value[field]
    if (given === undefined || given === null) continue
    lists[field] = readList(field, given, rule)
    delete value[field]
  }
  return { value, lists }
}
