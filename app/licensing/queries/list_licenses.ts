import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import { isUuid } from '#kernel/text/uuid'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { decodeCursor, encodeCursor, isMoment } from '#kernel/database/cursor'
import { snapshot } from '#kernel/database/unit_of_work'
import { rows, type SqlExecutor } from '#kernel/database/sql'
import { assertFilter } from './assert_filter.js'
import CountLicenses from './count_licenses.js'
import { licenseWhere, type LicenseFilter } from './license_filter.js'
import { CLOCK_COLUMNS, SUMMARY_COLUMNS, SUMMARY_TABLES, type ListedLicense } from './license_summary.js'

/** The optional parts of a list: the clock and the owner. */
export type Included = 'clock' | 'endUser'

export type LicensePageQuery = LicenseFilter & {
  page: number
  pageSize: number
  sort: 'createdAt' | '-createdAt'
  include?: readonly Included[]
  /** Used instead of `page`; an empty cursor starts at the beginning. */
  cursor?: string
}

export type LicensePage = {
  licenses: ListedLicense[]
  /** The number of this page, also if a cursor selected it. */
  page: number
  total: number
  nextCursor: string | null
}

/** The name of this list in its cursors. */
const LIST = 'licenses'

type Position = { page: number; after: { createdAt: Millis; id: string } | null }

/**
 * Lists one page of the licenses of a scope (interface#listing-licenses, contract#license-lists).
 * @throws Refusal INVALID_CURSOR; PRODUCT_NOT_FOUND; NOT_FOUND, BAD_REQUEST for the tier of the filter
 */
@inject()
export default class ListLicenses {
  constructor(protected count: CountLicenses) {}

  async execute(scope: Scope, query: LicensePageQuery, now = Date.now()): Promise<LicensePage> {
    const position = startOf(scope, query)
    await assertFilter(scope, query)
    // The count bounds the first rows that are read: it must not be older than they are. After a cursor it does not.
    return position.after
      ? this.#read(db.connection(), scope, query, position, now)
      : snapshot((client) => this.#read(client, scope, query, position, now))
  }

  async #read(
    client: SqlExecutor,
    scope: Scope,
    query: LicensePageQuery,
    position: Position,
    now: Millis
  ): Promise<LicensePage> {
    const total = await this.count.execute(scope, query, now, client)
    const offset = position.after ? 0 : (position.page - 1) * query.pageSize
    const left = position.after ? Infinity : total - offset
    const found = left <= 0 ? [] : await this.#page(client, scope, query, position, { offset, left }, now)
    const licenses = found.slice(0, query.pageSize)
    const last = found.length > query.pageSize ? licenses.at(-1)! : null
    const nextCursor =
      last &&
      encodeCursor(LIST, [query.sort, position.page + 1, last.createdAt, last.id, ownerOf(scope, query)])
    return { licenses, page: position.page, total, nextCursor }
  }

  /**
   * Reads one row more than the page holds; this row shows that another page follows. It never reads more rows than
   * are left, so a filter with few matches stops at the last match and does not scan to the end of the org.
   */
  #page(
    client: SqlExecutor,
    scope: Scope,
    query: LicensePageQuery,
    { after }: Position,
    { offset, left }: { offset: number; left: number },
    now: Millis
  ) {
    const where = licenseWhere(scope, query, now)
    const [forth, back] = query.sort === 'createdAt' ? ['asc', 'desc'] : ['desc', 'asc']
    const sign = forth === 'asc' ? '>' : '<'
    const beyond = after ? ` and (l.created_at, l.id) ${sign} (?::timestamptz, ?::uuid)` : ''
    const values = after ? [new Date(after.createdAt).toISOString(), after.id] : []
    const columns = query.include?.includes('clock')
      ? `${SUMMARY_COLUMNS}, ${CLOCK_COLUMNS}`
      : SUMMARY_COLUMNS
    const count = Math.min(query.pageSize + 1, left)
    // A page that is nearer to the end of the list is found from there.
    const [direction, before] = offset > left ? [back, left - count] : [forth, offset]
    const ordered = (way: string) => `order by l.created_at ${way}, l.id ${way}`
    const page = `where ${where.sql}${beyond} ${ordered(direction)} limit ? offset ?`
    // The rows before a far page are only counted, mostly in the index: they need neither their columns nor their owners.
    const far = `where l.id in (select l.id from licenses l ${page}) ${ordered(forth)}`
    return rows<ListedLicense>(
      client,
      `select ${columns} from ${SUMMARY_TABLES} ${offset > 0 ? far : page}`,
      [...where.values, ...values, count, before]
    )
  }
}

/** Returns the owner of the listed licenses: the product if one is given, else the org. */
function ownerOf(scope: Scope, { productId }: LicensePageQuery): string {
  return scope.productId ?? productId ?? scope.orgId
}

/** A cursor is valid only for the order and the owner that it was created for; its license may have been deleted. */
function startOf(scope: Scope, query: LicensePageQuery): Position {
  if (query.cursor === undefined) return { page: query.page, after: null }
  if (query.cursor === '') return { page: 1, after: null }
  const [sort, page, createdAt, id, owner] = decodeCursor(LIST, query.cursor)
  const owned = sort === query.sort && owner === ownerOf(scope, query)
  const sound = owned && isCount(page) && isMoment(createdAt) && isUuid(id)
  if (!sound) throw new Refusal('INVALID_CURSOR')
  return { page, after: { createdAt, id } }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
