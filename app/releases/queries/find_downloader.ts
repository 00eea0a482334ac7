import db from '@adonisjs/lucid/services/db'
import MicroBatch, { eachSettled } from '#kernel/batching/micro_batch'
import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import { TIERED_TABLES } from '#licensing/store/tiered_sql'
import type { Millis } from '#kernel/time/millis'
import type { Downloader } from '#releases/rules/may_download'
import { downloaderOf, RIGHTS_COLUMNS, type RightsRow } from './license_rights.js'

/** A product whose releases are asked for, and the license and rights of the caller. */
export type AskedProduct = {
  orgId: string
  productId: string
  productName: string
  orgSuspended: boolean
  licenseId: string | null
  /** The end user who owns the license. */
  ownerId: string | null
  downloader: Downloader
}

/** An `AskedProduct` with a stamp, which differs after each change of a published release. */
export type ProgramProduct = AskedProduct & { stamp: string }

/** A product, and the license key if one was sent. */
type Question = { productId: string; licenseKey: string | null }
type Row = RightsRow & Omit<AskedProduct, 'downloader'>

const COLUMNS = `p.org_id as "orgId", p.id as "productId", p.name as "productName",
  l.end_user_id as "ownerId", ${RIGHTS_COLUMNS}`

/** Concurrent look-ups share one statement, because a statement costs more than the rows that it finds. */
const questions = new MicroBatch((asked: Question[]) => eachSettled(asked, findAll), {
  size: 32,
  lanes: 1,
  patience: 50,
})

/**
 * Finds a product by its id, with the license of a key; null for an unknown product. An unknown key, or one of another
 * product, finds no license (contract/12-releases#124-update-feeds).
 */
export function findDownloader(productId: string, licenseKey: string | null): Promise<ProgramProduct | null> {
  return questions.add({ productId, licenseKey })
}

/** Finds a license by a condition on `licenses l`, with its product; null if no license matches. */
export async function findDownloaderOf(
  license: Condition,
  now: Millis,
  client: SqlExecutor = db.connection()
): Promise<AskedProduct | null> {
  const row = await firstRow<Row>(
    client,
    `select ${COLUMNS} from licenses l ${TIERED_TABLES} where ${license.sql}`,
    license.values
  )
  return row && toAsked(row, now)
}

/** Like `findDownloaderOf`, for a license of a scope by its id. */
export function findDownloaderIn(scope: Pick<Scope, 'orgId' | 'productId'>, licenseId: string, now: Millis) {
  const own = inScope(scope, 'l')
  return findDownloaderOf({ sql: `l.id = ? and ${own.sql}`, values: [licenseId, ...own.values] }, now)
}

/** An update gives a row a new xmin, so the xmins of all published releases reveal every change of one. */
const STAMPS = `select r.product_id, md5(string_agg(r.id::text || r.xmin::text, ',' order by r.sort_key)) as stamp
  from releases r where r.product_id = any(?::uuid[]) and r.status = 'published' group by r.product_id`

async function findAll(asked: Question[]): Promise<(ProgramProduct | null)[]> {
  const products = asked.map((one) => one.productId)
  const found = await rows<Row & { n: number; stamp: string }>(
    db.connection(),
    `select q.n::int, coalesce(s.stamp, '') as stamp, ${COLUMNS}
     from unnest(?::uuid[], ?::text[]) with ordinality as q (product_id, key, n)
     join products p on p.id = q.product_id
     left join (${STAMPS}) s on s.product_id = p.id
     left join licenses l on l.org_id = p.org_id and l.key = q.key and l.product_id = p.id
     left join tiers i on i.id = l.tier_id`,
    [products, asked.map((one) => one.licenseKey), [...new Set(products)]]
  )
  const now = Date.now()
  const byPlace = new Map(found.map((row) => [row.n, row]))
  return asked.map((_, at) => {
    const row = byPlace.get(at + 1)
    return row ? { ...toAsked(row, now), stamp: row.stamp } : null
  })
}

function toAsked(row: Row, now: Millis): AskedProduct {
  const { orgId, productId, productName, orgSuspended, licenseId, ownerId } = row
  const downloader = downloaderOf(row, now)
  return { orgId, productId, productName, orgSuspended, licenseId, ownerId, downloader }
}
