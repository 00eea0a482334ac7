import { checkpoint, load, median, openStage, ROUNDS, timeOperation } from './operations/stage.js'
import { goalOf } from './promises.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 200_000)

/**
 * P12: one bulk freeze of a whole org with two worker processes, against one. The promise is for Redis mode: set
 * REDIS_URL. Each process runs one job at a time unless WORKER_CONCURRENCY is set: with two jobs, as in production,
 * one process alone keeps two processors busy, and a second one adds nothing on this machine.
 */
export default async function run() {
  process.env.WORKER_CONCURRENCY ??= '1'
  const stage = await openStage(1)
  try {
    const { createMerchant } = await import('../tests/testkit/merchant.js')
    const { seedLicenses } = await import('../tests/testkit/licenses.js')
    const merchant = await createMerchant()
    for (let made = 0; made < ROWS; made += 20_000) {
      const state = { expirationMode: 'fixed' as const, expiresAt: Date.now() + 90 * 86_400_000 }
      await seedLicenses(merchant, Math.min(20_000, ROWS - made), state)
    }
    const path = `/v1/dashboard/orgs/${merchant.orgId}/licenses/freeze`
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify({ filter: {} }) }
    const freeze = async () => {
      await stage.sql.query('update licenses set frozen_at = null, paused_since = null')
      await stage.sql.query('vacuum analyze licenses')
      await checkpoint(stage)
      return timeOperation(stage, merchant.token, path, request)
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
      `P12 bulk freeze of ${ROWS}, ${mode} mode, jobs a worker: ${process.env.WORKER_CONCURRENCY}: ` +
        `two workers ${speeds[1]} rows/s, one ${speeds[0]} rows/s, ratio ${ratio} (${goalOf('P12')}); load ${load()}`
    )
  } finally {
    await stage.close()
  }
}
