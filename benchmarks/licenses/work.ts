import app from '@adonisjs/core/services/app'
import db from '@adonisjs/lucid/services/db'
import CreateLicenses from '#licensing/actions/create_licenses'
import FoldDeltas from '#analytics/actions/fold_deltas'
import PatchLicense from '#licensing/actions/patch_license'
import { encodeCursor } from '#kernel/database/cursor'
import LicenseAnalyticsOf from '#analytics/queries/license_analytics'
import CountLicenses from '#licensing/queries/count_licenses'
import ListLicenses from '#licensing/queries/list_licenses'
import ReadLicense from '#licensing/queries/read_license'
import { newId } from '#kernel/secrets/ids'
import { newLicenseKeys } from '#licensing/store/license_keys'
import { recordCounts } from '#tests/testkit/analytics'
import { rows } from '#kernel/database/sql'
import { createMerchant, type Merchant } from '../../tests/testkit/merchant.js'

/** The number of licenses that one statement adds. */
export const PART = 10_000

/** One license in this many is frozen. */
const FROZEN = 50
const PAGE = { page: 1, pageSize: 50, sort: '-createdAt' as const }

/** Prepares a merchant with `size` licenses; the tasks act on a license from the middle of the list. */
export async function openWork(size: number): Promise<Record<string, () => Promise<unknown>>> {
  const merchant = await createMerchant()
  const { orgId, scope, productId } = merchant
  for (let made = 0; made < size; made += PART) await addPart(merchant, Math.min(PART, size - made))
  await new FoldDeltas().execute()
  // As in a service that has been up for long.
  await rows(db.connection(), 'vacuum (analyze) licenses, license_search, license_counts')
  const [middle] = await rows<{ id: string; key: string; at: number }>(
    db.connection(),
    `select id, key, (extract(epoch from created_at) * 1000)::float8 as at from licenses
     where org_id = ? order by created_at offset ? limit 1`,
    [orgId, Math.floor(size / 2)]
  )
  const list = await app.container.make(ListLicenses)
  const count = await app.container.make(CountLicenses)
  const analytics = await app.container.make(LicenseAnalyticsOf)
  let frozen = false
  return {
    'list, page 1': () => list.execute(scope, PAGE),
    'list, cursor in the middle': () =>
      list.execute(scope, {
        ...PAGE,
        cursor: encodeCursor('licenses', ['-createdAt', 2, middle.at, middle.id, orgId]),
      }),
    'total of the frozen': () => count.execute(scope, { frozen: true }, Date.now()),
    'search for 7 characters': () => list.execute(scope, { ...PAGE, search: middle.key.slice(2, 9) }),
    'analytics of the org': () => analytics.execute(scope),
    'read one': () => new ReadLicense().execute(scope, middle.id),
    'freeze or unfreeze one': () =>
      new PatchLicense().execute(scope, middle.id, { frozen: (frozen = !frozen) }),
    'create 500': () => new CreateLicenses().execute(scope, { productId, count: 500 }),
  }
}

/**
 * Adds licenses directly to the tables: a million timelines and events would only slow the preparation. `owners` has
 * the owner of each license.
 */
export async function addPart(
  { orgId, productId }: Merchant,
  count: number,
  owners: (string | null)[] = Array<null>(count).fill(null)
) {
  const ids = Array.from({ length: count }, newId)
  const keys = newLicenseKeys(count, null)
  await db.transaction(async (trx) => {
    await rows(
      trx,
      `insert into licenses
         (id, org_id, product_id, key, status, expiration_mode, frozen_at, paused_since, end_user_id, created_at,
          updated_at)
       select id, ?, ?, key, 'ACTIVE', 'never', pause, pause, owner, now() - random() * interval '300 days', now()
       from unnest(?::uuid[], ?::text[], ?::uuid[]) with ordinality as t (id, key, owner, n)
       cross join lateral (select case when n % ? = 0 then now() end as pause) as p`,
      [orgId, productId, ids, keys, owners, FROZEN]
    )
    await rows(trx, `insert into license_search select * from unnest(?::uuid[], ?::text[])`, [ids, keys])
    const frozen = Math.floor(count / FROZEN)
    const counted = { orgId, productId, status: 'ACTIVE' as const }
    await recordCounts(trx, [
      { ...counted, frozen: false, delta: count - frozen },
      { ...counted, frozen: true, delta: frozen },
    ])
  })
}
