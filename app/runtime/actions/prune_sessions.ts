import db from '@adonisjs/lucid/services/db'
import type { Millis } from '#kernel/time/millis'
import { databaseMoment } from '#kernel/database/database_moment'
import { firstRow } from '#kernel/database/sql'

/** How long a lapsed session is left to the next call that takes a seat of its license, in milliseconds. */
const KEPT: Millis = 3600 * 1000

/** The number of sessions that one statement examines. */
const PAGE = 20_000

type Page = { licenseId: string | null; id: string | null; looked: number }

/**
 * Deletes lapsed sessions of licenses that are never used again; for other licenses, a call that takes a seat deletes
 * them. It scans the whole table once by primary key, because an index by expiry would make every renewal more
 * expensive. It skips locked rows. It may run twice, also at the same time. It uses the database's time, which the
 * expiries were computed by.
 */
export default class PruneSessions {
  async execute(signal?: AbortSignal) {
    const now = await databaseMoment(db.connection())
    let from: Page = { licenseId: '00000000-0000-0000-0000-000000000000', id: '', looked: PAGE }
    while (from.looked === PAGE && !signal?.aborted) from = await this.#page(from, now - KEPT)
  }

  async #page({ licenseId, id }: Page, before: Millis): Promise<Page> {
    const page = await firstRow<Page>(
      db.connection(),
      `with page as materialized (
         select license_id, id, expires_at from license_sessions
         where (license_id, id) > (?::uuid, ?::text) order by license_id, id limit ${PAGE}
       ),
       lapsed as materialized (
         select s.license_id, s.id from license_sessions s join page using (license_id, id)
         where page.expires_at < to_timestamp(?::float8 / 1000) and s.expires_at = page.expires_at
         for update of s skip locked
       ),
       deleted as (
         delete from license_sessions s using lapsed where s.license_id = lapsed.license_id and s.id = lapsed.id
       )
       select license_id as "licenseId", id, (select count(*)::int from page) as looked from page
       order by license_id desc, id desc limit 1`,
      [licenseId, id, before]
    )
    return page ?? { licenseId, id, looked: 0 }
  }
}
