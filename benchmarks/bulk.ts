import { goalOf } from './promises.js'
import {
  checkpoint,
  median,
  openStage,
  report,
  ROUNDS,
  timed,
  timeOperation,
  type Stage,
} from './operations/stage.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const TABLE = Number(process.env.BENCH_TABLE ?? ROWS * 10)
const CHUNK = 1000

/** The one plain SQL statement in which each change differs. */
const CHANGES = {
  freeze: `update licenses set frozen_at = now(), paused_since = now(), revision = revision + 1,
    updated_at = now() where id = any($1) and status = 'ACTIVE' and frozen_at is null`,
  extend: `update licenses set expires_at = expires_at + interval '7 days',
    revision = revision + 1, updated_at = now() where id = any($1)`,
  revoke: `update licenses set status = 'REVOKED', sweep_at = null, revision = revision + 1, updated_at = now()
    where id = any($1) and status <> 'REVOKED'`,
  delete: 'delete from licenses where id = any($1)',
}
type Change = keyof typeof CHANGES

/**
 * P4 and P5: a bulk change of licenses picked at random from a large table, from POST to completed, against the same
 * statements per chunk in plain SQL on one connection. No license is picked twice for one kind of change. BENCH_ROWS
 * is the number of changed licenses, BENCH_TABLE the size of the table (default: ten times as many).
 */
export default async function run() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('../tests/testkit/merchant.js')
    const merchant = await createMerchant()
    const ids = await seed(merchant)
    for (const change of Object.keys(CHANGES) as Change[]) {
      const ours: number[] = []
      const ceiling: number[] = []
      const picked = shuffled(ids)
      for (let round = 0; round < ROUNDS; round++) {
        await stage.sql.query('vacuum analyze licenses')
        await checkpoint(stage)
        ceiling.push(await timed(() => plainSql(stage, change, merchant.orgId, picked.splice(0, ROWS))))
        await checkpoint(stage)
        ours.push(await bulk(stage, merchant, change, picked.splice(0, ROWS)))
      }
      const promise = change === 'freeze' ? 'P4' : 'P5'
      const name = `${promise}  bulk ${change} of ${ROWS} of ${TABLE}`
      report(name, ROWS, ours, ceiling, goalOf(promise))
      console.log(`    median ${median(ours).toFixed(2)} s`)
      console.log(`P11 ${await stage.peaks()} (${goalOf('P11')})`)
    }
  } finally {
    await stage.close()
  }
}

/** Adds licenses that expire at different times in the next years. */
export async function seed(merchant: Merchant): Promise<string[]> {
  if (TABLE < 2 * ROUNDS * ROWS) throw new Error(`BENCH_TABLE must be at least ${2 * ROUNDS * ROWS}`)
  const { seedLicenses } = await import('../tests/testkit/licenses.js')
  const day = 86_400_000
  const ids: string[] = []
  while (ids.length < TABLE) {
    const made = await seedLicenses(merchant, Math.min(20_000, TABLE - ids.length), () => ({
      expirationMode: 'fixed',
      expiresAt: Date.now() + Math.round((30 + Math.random() * 1000) * day),
    }))
    ids.push(...made.map(({ id }) => id))
  }
  return ids
}

export function shuffled<T>(values: T[]): T[] {
  const mixed = [...values]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other], mixed[at]]
  }
  return mixed
}

type Merchant = Awaited<ReturnType<(typeof import('../tests/testkit/merchant.js'))['createMerchant']>>

export function bulk(
  stage: Stage,
  { orgId, token }: { orgId: string; token: string },
  change: Change,
  ids: string[]
) {
  const path = `/v1/dashboard/orgs/${orgId}/licenses${change === 'delete' ? '' : `/${change}`}`
  return timeOperation(stage, token, path, {
    method: change === 'delete' ? 'DELETE' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ licenseIds: ids, ...(change === 'extend' && { days: 7 }) }),
  })
}

export async function plainSql({ sql }: Stage, change: Change, orgId: string, ids: string[]) {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    await sql.query('begin')
    await sql.query('select id from licenses where id = any($1) order by id for update', [chunk])
    await sql.query(CHANGES[change], [chunk])
    await sql.query(
      `insert into license_events (org_id, license_id, type, data, actor_type, actor_id, created_at)
       select $2, id, 'license.' || $3, '{"before": {"frozenAt": null}, "revision": 2}', 'operation', $2, now()
       from unnest($1::uuid[]) as id`,
      [chunk, orgId, change]
    )
    await sql.query(
      `insert into outbox_events (org_id, product_id, name, data, created_at)
       select $2, $2, 'license.' || $3, jsonb_build_object('licenseId', id), now() from unnest($1::uuid[]) as id`,
      [chunk, orgId, change]
    )
    await sql.query('commit')
  }
}
