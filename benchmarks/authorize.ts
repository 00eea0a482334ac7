import { openStage, type Stage } from './authorize/stage.js'
import { seed, setPolicy } from './authorize/seed.js'
import type { Result } from './authorize/driver.js'

const ROUNDS = 3
const CALLS = Number(process.env.BENCH_AUTHORIZE_CALLS ?? 8000)
const FIRST_CALLS = 2000
const SMALL = 10_000
const LARGE = Number(process.env.BENCH_LICENSES ?? 1_000_000)

/**
 * P1 to P3: signed authorize calls over 64 connections against a bare JSON POST route of the same framework,
 * each in one process, under the same load. P10: the same calls among few and among many licenses.
 */
export default async function run() {
  const stage = await openStage()
  try {
    await setPolicy(stage.databaseUrl, stage.vendor)
    await seed(stage.databaseUrl, stage.vendor, { from: 0, to: SMALL, used: true })
    await seed(stage.databaseUrl, stage.vendor, {
      from: 10 * LARGE,
      to: 10 * LARGE + FIRST_CALLS * (ROUNDS + 1),
      used: false,
    })
    const small = await throughput(stage)
    if (LARGE > SMALL) await scale(stage, small)
  } finally {
    await stage.close()
  }
}

async function throughput(stage: Stage): Promise<number> {
  const bare: number[] = []
  const bound: Result[] = []
  const first: Result[] = []
  await warmUp(stage)
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(rate(await stage.drive('bare', boundCalls(stage, CALLS, SMALL))))
    bound.push(await stage.drive('service', boundCalls(stage, CALLS, SMALL)))
    first.push(await stage.drive('service', firstCalls(stage, round + 1)))
    const last = bound.at(-1)!
    console.log(
      `    round ${round + 1}: bare ${bare.at(-1)!.toFixed(0)}/s, bound ${rate(last).toFixed(0)}/s ` +
        `(p50 ${percentile(last, 0.5).toFixed(1)} ms, p99 ${percentile(last, 0.99).toFixed(1)} ms), ` +
        `first ${rate(first.at(-1)!).toFixed(0)}/s`
    )
  }
  const ceiling = median(bare)
  row(
    'P1',
    'authorize, bound, live session, calls a second',
    median(bound.map(rate)),
    ceiling,
    '>= 0.45, aim 0.6'
  )
  row(
    'P2',
    'authorize, first activation, calls a second',
    median(first.map(rate)),
    ceiling,
    '>= 0.15, aim 0.25'
  )
  const p99 = median(bound.map((one) => percentile(one, 0.99)))
  const p50 = median(bound.map((one) => percentile(one, 0.5)))
  row('P3', 'authorize p99 in ms / p50', p99, p50, '<= 6, aim 4')
  return median(bound.map((one) => percentile(one, 0.5)))
}

async function scale(stage: Stage, small: number) {
  await seed(stage.databaseUrl, stage.vendor, { from: SMALL, to: LARGE, used: true })
  const large: Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    large.push(await stage.drive('service', boundCalls(stage, CALLS, LARGE)))
  }
  const time = median(large.map((one) => percentile(one, 0.5)))
  row('P10', `authorize p50 in ms, ${LARGE} licenses / ${SMALL}`, time, small, '<= 1.5, aim 1.1')
}

async function warmUp(stage: Stage) {
  await stage.drive('bare', boundCalls(stage, CALLS / 2, SMALL))
  await stage.drive('service', boundCalls(stage, CALLS / 2, SMALL))
  await stage.drive('service', firstCalls(stage, 0))
}

/** Calls of programs that are known: licenses spread over all there are, none of them twice in a row. */
function boundCalls({ vendor }: Stage, count: number, among: number): string[] {
  return Array.from({ length: count }, (_, at) => body(vendor.productId, (at * 7919) % among))
}

function firstCalls({ vendor }: Stage, round: number): string[] {
  const from = 10 * LARGE + round * FIRST_CALLS
  return Array.from({ length: FIRST_CALLS }, (_, at) => body(vendor.productId, from + at))
}

function body(productId: string, license: number): string {
  const licenseKey = `BENCH-${license}`
  return JSON.stringify({ productId, licenseKey, hwid: `device-${licenseKey}` })
}

/** Calls per second. Errors: any answer but 200, because a refusal is cheaper than what is measured. */
function rate({ seconds, statuses, latencies }: Result): number {
  if (Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`Not every call was allowed: ${JSON.stringify(statuses)}`)
  }
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
