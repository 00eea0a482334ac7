import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { decodeCursor, encodeCursor } from './cursor.js'

/** The requested part of a list: at most `limit` rows (null for all) after `cursor` (empty for the start). */
export type PageRequest = { limit: number | null; cursor?: string }

/** The whole list, for callers inside the service. */
export const WHOLE_LIST: PageRequest = { limit: null }

export type Page<Row> = { items: Row[]; nextCursor: string | null }

type Key = (string | number)[]
type Nulls<Columns extends Key> = { [Index in keyof Columns]: null }

/** The columns that order a list; together they must be unique. */
export type Order<Row, Columns extends Key> = {
  /** The name of the list. A cursor contains it, because a position in one list would be a wrong one in another. */
  list: string
  of: (row: Row) => Columns
  start: Nulls<Columns>
  /** Returns true if the values of a cursor form a valid position. */
  is: (values: unknown[]) => boolean
}

/** The order of a list by the ids of its rows. */
export function orderById(list: string): Order<{ id: string }, [string]> {
  return {
    list,
    start: [null],
    of: ({ id }) => [id],
    is: (values) => values.length === 1 && isUuid(values[0]),
  }
}

/**
 * Reads one page of a list (contract#style). `read` receives the position to continue after (nulls for the start) and
 * the number of rows to read: one more than the page holds, to find out whether another page follows.
 * @throws Refusal INVALID_CURSOR
 */
export async function readPage<Row, Columns extends Key>(
  { limit, cursor = '' }: PageRequest,
  order: Order<Row, Columns>,
  read: (after: Columns | Nulls<Columns>, count: number | null) => Promise<Row[]>
): Promise<Page<Row>> {
  const after = cursor === '' ? order.start : placeOf(cursor, order)
  const found = await read(after, limit === null ? null : limit + 1)
  if (limit === null || found.length <= limit) return { items: found, nextCursor: null }
  const items = found.slice(0, limit)
  return { items, nextCursor: encodeCursor(order.list, order.of(items.at(-1)!)) }
}

function placeOf<Row, Columns extends Key>(cursor: string, order: Order<Row, Columns>): Columns {
  const values = decodeCursor(order.list, cursor)
  if (!order.is(values)) throw new Refusal('INVALID_CURSOR')
  return values as Columns
}
