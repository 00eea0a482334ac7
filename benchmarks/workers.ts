import { median, openStage, timeOperation } from './operations/stage.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)
const ROUNDS = 3

/** P12: one bulk freeze with two worker processes, against one. Promised for Redis mode: set REDIS_URL. */
export default async function run() {
  const stage = await openStage(1)
  try {
    const { createMerchant } = await import('../tests/support/merchant.js')
    const { seedLicenses } = await import('../tests/support/licenses.js')
    const merchant = await createMerchant()
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const freeze = async () => {
      const made = await seedLicenses(merchant, ROWS, {
        expirationMode: 'fixed',
        expiresAt: Date.now() + 90 * 86_400_000,
      })
      await stage.sql.query('vacuum analyze licenses')
      const body = JSON.stringify({ licenseIds: made.map(({ id }) => id) })
      const headers = { 'content-type': 'application/json' }
      return timeOperation(stage, merchant.token, path, { method: 'POST', headers, body })
    }
    const one: number[] = []
    const two: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await freeze())
      const stop = await stage.addWorker()
      two.push(await freeze())
      await stop()
    }
    const speeds = [one, two].map((times) => Math.round(ROWS / median(times)))
    const ratio = (median(one) / median(two)).toFixed(2)
    const mode = process.env.REDIS_URL ? 'Redis' : 'Postgres'
    console.log(
      `P12 bulk freeze of ${ROWS}, ${mode} mode: two workers ${speeds[1]} rows/s, one ${speeds[0]} rows/s, ` +
        `ratio ${ratio} (>= 1.3, aim 1.6)`
    )
  } finally {
    await stage.close()
  }
}
