import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'
import { readPage, type Order, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import { isUuid } from '#kernel/text/uuid'
import type { Channel } from '#catalog/rules/release_channels'
import type { ReleaseStatus } from '#releases/rules/release'
import { RELEASE_COLUMNS, type Release } from '#releases/store/release_columns'

/** A release in a list, without its notes and files, which are read per release. */
export type ListedRelease = Omit<Release, 'notes'> & { artifactCount: number }

/** The filter of a list of releases. */
export type ReleaseFilter = { channel?: Channel; status?: ReleaseStatus }

/** Sorted by version; the id orders versions that differ only in build metadata. */
const BY_VERSION: Order<{ sortKey: string; id: string }, [string, string]> = {
  list: 'releases',
  start: [null, null],
  of: ({ sortKey, id }) => [sortKey, id],
  is: ([key, id, ...more]) =>
    typeof key === 'string' && !key.includes('\0') && isUuid(id) && more.length === 0,
}

const COUNT = `(select count(*)::int from artifacts a where a.release_id = r.id and a.stored_at is not null)`

/** Lists the releases of a product, newest version first (contract/12-releases#121-publishing). */
export default class ListReleases {
  /** @throws Refusal INVALID_CURSOR */
  execute(scope: Scope, { channel, status }: ReleaseFilter, page: PageRequest): Promise<Page<ListedRelease>> {
    const conditions: Condition[] = [inScope(scope, 'r')]
    if (channel) conditions.push({ sql: 'r.channel = ?', values: [channel] })
    if (status) conditions.push({ sql: 'r.status = ?', values: [status] })
    const where = conditions.map(({ sql }) => sql).join(' and ')
    return readPage(page, BY_VERSION, ([key, id], count) =>
      rows<ListedRelease>(
        db.connection(),
        `select ${RELEASE_COLUMNS.replace('r.notes, ', '')}, ${COUNT} as "artifactCount" from releases r
         where ${where} and (?::text is null or (r.sort_key, r.id) < (?::text, ?::uuid))
         order by r.sort_key desc, r.id desc limit ?`,
        [...conditions.flatMap(({ values }) => values), key, key, id, count]
      )
    )
  }
}
