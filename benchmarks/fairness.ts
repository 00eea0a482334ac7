import { load, median, openStage, ROUNDS, timeOperation } from './operations/stage.js'
import { goalOf } from './promises.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 50_000)

type Merchant = Awaited<ReturnType<(typeof import('../tests/testkit/merchant.js'))['createMerchant']>>

/**
 * P14: a large operation next to an endless stream of one-license operations of another org, against its time alone;
 * and a small operation next to a large one, against its time alone. BENCH_ROWS is the size of the large one.
 */
export default async function run() {
  const stage = await openStage(1)
  const { createMerchant } = await import('../tests/testkit/merchant.js')
  const { seedLicenses } = await import('../tests/testkit/licenses.js')
  const extend = (merchant: Merchant, what: object) =>
    timeOperation(stage, merchant.token, `/v1/dashboard/orgs/${merchant.orgId}/licenses/extend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...what, days: 1 }),
    })
  try {
    const [large, small] = [await createMerchant(), await createMerchant()]
    const state = { expirationMode: 'fixed' as const, expiresAt: Date.now() + 90 * 86_400_000 }
    for (let made = 0; made < ROWS; made += 10_000)
      await seedLicenses(large, Math.min(10_000, ROWS - made), state)
    const [license] = await seedLicenses(small, 1, state)
    const tiny = { licenseIds: [license.id] }
    const times = { largeAlone: [] as number[], largeBeside: [] as number[], smallAlone: [] as number[] }
    const smallBeside: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      times.largeAlone.push(await extend(large, { filter: {} }))
      for (let count = 0; count < 5; count++) times.smallAlone.push(await extend(small, tiny))

      let going = true
      const stream = Array.from({ length: 8 }, async () => {
        while (going) await extend(small, tiny)
      })
      times.largeBeside.push(await extend(large, { filter: {} }))
      going = false
      await Promise.all(stream)

      let running = true
      const whole = extend(large, { filter: {} }).finally(() => (running = false))
      while (running) smallBeside.push(await extend(small, tiny))
      await whole
    }
    const mode = process.env.REDIS_URL ? 'Redis' : 'Postgres'
    const ratio = (beside: number[], alone: number[]) => (median(beside) / median(alone)).toFixed(2)
    const seconds = (values: number[]) => median(values).toFixed(2)
    console.log(
      `P14 extend of ${ROWS} beside one-license operations, ${mode} mode: ${seconds(times.largeBeside)} s, ` +
        `alone ${seconds(times.largeAlone)} s, ratio ${ratio(times.largeBeside, times.largeAlone)} (${goalOf('P14')}); load ${load()}`
    )
    console.log(
      `P14 extend of 1 beside an extend of ${ROWS}: ${seconds(smallBeside)} s, alone ${seconds(times.smallAlone)} s, ` +
        `ratio ${ratio(smallBeside, times.smallAlone)} (${goalOf('P14')}); load ${load()}`
    )
  } finally {
    await stage.close()
  }
}
