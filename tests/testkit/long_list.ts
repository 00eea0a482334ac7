import { arrayLiteral } from '#kernel/database/array_literal'
import { uuidArray } from '#kernel/database/uuid_array'
import type { LongList } from '#kernel/json/long_lists'

/** Keys in the form in which the service reads them from the body of a bulk call. */
export function listedKeys(keys: string[]): LongList {
  return { array: arrayLiteral(keys), count: keys.length }
}

/** Ids in the form in which the service reads them from the body of a bulk call. */
export function listed(ids: string[]): LongList {
  return { array: uuidArray(ids), count: ids.length }
}
