import { createWriteStream } from 'node:fs'
import { devNull } from 'node:os'
import { pipeline } from 'node:stream/promises'
import copyStreams from 'pg-copy-streams'
import { openStage, report, ROUNDS, timed, timeOperation, type Stage } from './operations/stage.js'
import { exportFields, LICENSE_COLUMNS, type Columns } from '#licensing/store/columns'
import { goalOf } from './promises.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)

/**
 * P7: an export from GET to completed, against COPY TO of the same columns of the same licenses; for JSON, each
 * license as a JSON object. P11: the peak memory of both processes. BENCH_ROWS is the number of licenses.
 */
export default async function run() {
  const stage = await openStage()
  try {
    const { createMerchant } = await import('../tests/testkit/merchant.js')
    const { seedLicenses } = await import('../tests/testkit/licenses.js')
    const merchant = await createMerchant()
    for (let made = 0; made < ROWS; made += 20_000) {
      await seedLicenses(merchant, Math.min(20_000, ROWS - made), () => ({
        expirationMode: 'fixed',
        expiresAt: Date.now() + Math.round((30 + Math.random() * 1000) * 86_400_000),
        metadata: { plan: 'gold', seats: Math.round(Math.random() * 1000) },
      }))
    }
    await stage.sql.query('vacuum analyze licenses')
    for (const format of ['csv', 'json'] as const) {
      const ours: number[] = []
      const ceiling: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        ceiling.push(await timed(() => copyOut(stage, format, merchant.orgId)))
        const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/export?format=${format}`
        ours.push(await timeOperation(stage, merchant.token, path))
      }
      report(`P7  ${format} export of ${ROWS}`, ROWS, ours, ceiling, goalOf('P7'))
    }
    console.log(`P11 ${await stage.peaks()} (${goalOf('P11')})`)
  } finally {
    await stage.close()
  }
}

function copyOut({ sql }: Stage, format: 'csv' | 'json', orgId: string) {
  const licenses = `select ${stored()} from licenses where org_id = '${orgId}'`
  const copy =
    format === 'csv'
      ? `copy (${licenses}) to stdout with (format csv, header)`
      : `copy (select row_to_json(l) from (${licenses}) l) to stdout`
  return pipeline(sql.query(copyStreams.to(copy)), createWriteStream(devNull))
}

/** The select list of the columns of an export, as they are stored. */
function stored(table: Columns = LICENSE_COLUMNS): string {
  const column = (field: string) => {
    const { name, type } = table[field]
    return type === 'flag' ? `${name} is not null as ${field}` : name
  }
  return exportFields(table).map(column).join(', ')
}
