import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import copyStreams from 'pg-copy-streams'
import { openStage, report, ROUNDS, timed, timeOperation, type Stage } from './operations/stage.js'
import { goalOf } from './promises.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)

/**
 * P6: a CSV import from POST to completed, against COPY FROM of the same rows into the same indexed tables. P11: the
 * peak memory of both processes. BENCH_ROWS is the number of rows.
 */
export default async function run() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('../tests/testkit/merchant.js')
    const ours: number[] = []
    const ceiling: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const merchant = await createMerchant()
      ceiling.push(await timed(() => copyIn(stage, merchant, round)))
      const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/import?productId=${merchant.productId}`
      const body = Readable.from(csv(`US-${round}`))
      const request = { method: 'POST', headers: { 'content-type': 'text/csv' }, body, duplex: 'half' }
      ours.push(await timeOperation(stage, merchant.token, path, request as unknown as RequestInit))
    }
    report(`P6  CSV import of ${ROWS}`, ROWS, ours, ceiling, goalOf('P6'))
    console.log(`P11 ${await stage.peaks()} (${goalOf('P11')})`)
  } finally {
    await stage.close()
  }
}

function* csv(prefix: string): Generator<Buffer> {
  yield Buffer.from('key,status,expiresAt,maxHwidResets,metadata\n')
  for (let from = 0; from < ROWS; from += 1000) {
    let text = ''
    for (let at = from; at < Math.min(ROWS, from + 1000); at++) {
      text += `${prefix}-${at},ACTIVE,2099-01-01T00:00:00.000Z,3,"{""plan"":""gold"",""seats"":${at % 100}}"\n`
    }
    yield Buffer.from(text)
  }
}

/** The rows that the import creates, in the form that is cheapest for Postgres. */
async function copyIn(
  { sql }: Stage,
  { orgId, productId }: { orgId: string; productId: string },
  round: number
) {
  const { newId } = await import('#kernel/secrets/ids')
  const ids = Array.from({ length: ROWS }, () => newId())
  const now = new Date().toISOString()
  await pipeline(
    Readable.from(
      lines((id, at) => {
        const fixed = `${orgId},${productId},SQL-${round}-${at},ACTIVE,fixed,2099-01-01T00:00:00.000Z,2099-01-01T00:00:00.000Z`
        return `${id},${fixed},3,"{""plan"":""gold"",""seats"":${at % 100}}",${now},${now}\n`
      })
    ),
    sql.query(
      copyStreams.from(`copy licenses (id, org_id, product_id, key, status, expiration_mode, expires_at, sweep_at,
        max_hwid_resets, metadata, created_at, updated_at) from stdin with (format csv)`)
    )
  )
  await pipeline(
    Readable.from(lines((id, at) => `${id},SQL-${round}-${at}\n`)),
    sql.query(copyStreams.from('copy license_search (license_id, key) from stdin with (format csv)'))
  )

  function* lines(line: (id: string, at: number) => string): Generator<Buffer> {
    for (let from = 0; from < ROWS; from += 1000) {
      yield Buffer.from(
        ids
          .slice(from, from + 1000)
          .map((id, at) => line(id, from + at))
          .join('')
      )
    }
  }
}
