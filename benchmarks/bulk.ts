import { median, openStage, report, timed, timeOperation, type Stage } from './operations/stage.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const ROUNDS = 3
const CHUNK = 1000

/** The one statement of plain SQL in which each change differs. */
const CHANGES = {
  freeze: `update licenses set frozen_at = now(), paused_since = now(), sweep_at = null, revision = revision + 1,
    updated_at = now() where id = any($1) and status = 'ACTIVE' and frozen_at is null`,
  revoke: `update licenses set status = 'REVOKED', sweep_at = null, revision = revision + 1, updated_at = now()
    where id = any($1) and status <> 'REVOKED'`,
  extend: `update licenses set expires_at = expires_at + interval '7 days', sweep_at = sweep_at + interval '7 days',
    revision = revision + 1, updated_at = now() where id = any($1)`,
  delete: 'delete from licenses where id = any($1)',
}
type Change = keyof typeof CHANGES

/**
 * P4 and P5: a bulk change from POST to completed, against the same statements by chunk in plain SQL on one
 * connection. Each round has licenses of its own; BENCH_ROWS says how many.
 */
export default async function run() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('../tests/support/merchant.js')
    const { seedLicenses } = await import('../tests/support/licenses.js')
    const merchant = await createMerchant()
    const seed = async () => {
      const expiresAt = Date.now() + 90 * 86_400_000
      const made = await seedLicenses(merchant, ROWS, { expirationMode: 'fixed', expiresAt })
      return made.map((one) => one.id)
    }
    for (const change of Object.keys(CHANGES) as Change[]) {
      const ours: number[] = []
      const ceiling: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const [forUs, forSql] = [await seed(), await seed()]
        await stage.sql.query('vacuum analyze licenses')
        ceiling.push(await timed(() => plainSql(stage, change, merchant.orgId, forSql)))
        ours.push(await bulk(stage, merchant, change, forUs))
      }
      const goal = change === 'freeze' ? '>= 0.6, aim 1.0 with two workers' : '>= 0.5, aim 0.9'
      report(`${change === 'freeze' ? 'P4' : 'P5'}  bulk ${change} of ${ROWS}`, ROWS, ours, ceiling, goal)
      console.log(`    median ${median(ours).toFixed(2)} s; ${await stage.peaks()}`)
    }
  } finally {
    await stage.close()
  }
}

function bulk(
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

async function plainSql({ sql }: Stage, change: Change, orgId: string, ids: string[]) {
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
