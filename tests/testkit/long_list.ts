import type { LongList } from '#kernel/json/long_lists'

/** Ids as the body of a bulk call names them, read. */
export function listed(ids: string[]): LongList {
  return { literal: `{${ids.join(',')}}`, count: ids.length }
}
