import { openStage, type Stage } from './authorize/stage.js'
import { seed, seedTier, setPolicy } from './authorize/seed.js'
import type { Result } from './authorize/driver.js'
import { goalOf } from './promises.js'

/** Many short rounds in turn, because other load on the machine changes from one second to the next. */
const ROUNDS = 15
const CALLS = Number(process.env.BENCH_AUTHORIZE_CALLS ?? 5000)
const FIRST_CALLS = 1000
/** Node.js compiles hot code step by step; the measurement is of a service that has been up for a minute. */
const WARM_UP = 8
/** Attempts per round if calls were refused; after that, the service is to blame. */
const REPEATS = 5
const SMALL = 10_000
/** The number of the first license with a tier. */
const TIER_FROM = 5_000_000
const LARGE = Number(process.env.BENCH_LICENSES ?? 1_000_000)

/**
 * P1 to P3: signed authorize calls over 64 connections against a bare JSON POST route of the same framework, each in
 * one process, under the same load; and the same for licenses with a tier of ten features. P10: the same calls among
 * few and among many licenses.
 */
export default async function run() {
  const stage = await openStage()
  try {
    await setPolicy(stage.databaseUrl, stage.vendor)
    await seed(stage.databaseUrl, stage.vendor, { from: 0, to: SMALL, used: true })
    await seed(stage.databaseUrl, stage.vendor, {
      from: 10 * LARGE,
      to: 10 * LARGE + FIRST_CALLS * (REPEATS * ROUNDS + WARM_UP),
      used: false,
    })
    const inTier = { from: TIER_FROM, to: TIER_FROM + SMALL }
    await seed(stage.databaseUrl, stage.vendor, { ...inTier, used: true })
    await seedTier(stage.databaseUrl, stage.vendor, inTier)
    const small = await throughput(stage)
    if (LARGE > SMALL) await scale(stage, small)
  } finally {
    await stage.close()
  }
}

async function throughput(stage: Stage): Promise<number> {
  const bare: number[] = []
  const bound: Result[] = []
  const tiered: Result[] = []
  const first: Result[] = []
  await warmUp(stage)
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(rate(await allowed(() => stage.drive('bare', boundCalls(stage, CALLS, SMALL)))))
    bound.push(await allowed(() => stage.drive('service', boundCalls(stage, CALLS, SMALL))))
    tiered.push(await allowed(() => stage.drive('service', tierCalls(stage, CALLS))))
    first.push(await allowed(() => stage.drive('service', firstCalls(stage))))
    const last = bound.at(-1)!
    console.log(
      `    round ${round + 1}: bare ${bare.at(-1)!.toFixed(0)}/s, bound ${rate(last).toFixed(0)}/s ` +
        `(p50 ${percentile(last, 0.5).toFixed(1)} ms, p99 ${percentile(last, 0.99).toFixed(1)} ms), ` +
        `tier ${rate(tiered.at(-1)!).toFixed(0)}/s, first ${rate(first.at(-1)!).toFixed(0)}/s`
    )
  }
  const ceiling = median(bare)
  row('P1', 'authorize, bound, live session, calls a second', median(bound.map(rate)), ceiling, goalOf('P1'))
  const without = median(bound.map(rate))
  row('P1', 'authorize tier, calls a second / without one', median(tiered.map(rate)), without, '>= 0.97')
  row('P2', 'authorize, first activation, calls a second', median(first.map(rate)), ceiling, goalOf('P2'))
  const p99 = median(bound.map((one) => percentile(one, 0.99)))
  const p50 = median(bound.map((one) => percentile(one, 0.5)))
  row('P3', 'authorize p99 in ms / p50', p99, p50, goalOf('P3'))
  return median(bound.map((one) => percentile(one, 0.5)))
}

async function scale(stage: Stage, small: number) {
  await seed(stage.databaseUrl, stage.vendor, { from: SMALL, to: LARGE, used: true })
  const large: Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    large.push(await allowed(() => stage.drive('service', boundCalls(stage, CALLS, LARGE))))
  }
  const time = median(large.map((one) => percentile(one, 0.5)))
  row('P10', `authorize p50 in ms, ${LARGE} licenses / ${SMALL}`, time, small, goalOf('P10'))
}

async function warmUp(stage: Stage) {
  for (let round = 0; round < WARM_UP; round++) {
    await stage.drive('bare', boundCalls(stage, CALLS, SMALL))
    await stage.drive('service', boundCalls(stage, CALLS, SMALL))
    await stage.drive('service', tierCalls(stage, CALLS))
    await stage.drive('service', firstCalls(stage))
  }
}

/** Calls of known programs: spread over all licenses, none twice in a row. */
function boundCalls({ vendor }: Stage, count: number, among: number): string[] {
  return Array.from({ length: count }, (_, at) => body(vendor.productId, (at * 7919) % among))
}

/** The same calls for licenses that have a tier. */
function tierCalls({ vendor }: Stage, count: number): string[] {
  return Array.from({ length: count }, (_, at) => body(vendor.productId, TIER_FROM + ((at * 7919) % SMALL)))
}

let unused = 10 * LARGE

/** Calls for licenses that have never been used. */
function firstCalls({ vendor }: Stage): string[] {
  return Array.from({ length: FIRST_CALLS }, () => body(vendor.productId, unused++))
}

function body(productId: string, license: number): string {
  const licenseKey = `BENCH-${license}`
  return JSON.stringify({ productId, licenseKey, hwid: `device-${licenseKey}` })
}

/**
 * A round in which every call was allowed. If the machine stalls for a second, calls are refused because of their
 * timestamp, which is cheaper than what is measured; such a round is reported and repeated.
 * @throws if calls are refused in every attempt.
 */
async function allowed(round: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < REPEATS; tries++) {
    const result = await round()
    if (Object.keys(result.statuses).every((status) => status === '200')) return result
    console.log(`    a round is repeated, not every call was allowed: ${JSON.stringify(result.statuses)}`)
  }
  throw new Error('Calls are refused in round after round')
}

/** Calls per second. */
function rate({ seconds, latencies }: Result): number {
  return latencies.length / seconds
}

function percentile({ latencies }: Result, share: number): number {
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * share)]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function row(promise: string, name: string, ours: number, ceiling: number, goal: string) {
  console.log(
    `${promise}  ${name}: ours ${ours.toFixed(1)}, ceiling ${ceiling.toFixed(1)}, ` +
      `ratio ${(ours / ceiling).toFixed(2)} (${goal})`
  )
}
