import { newApiKey } from '#accounts/credentials/api_key_strings'
import { seed, setPolicy } from './authorize/seed.js'
import { openStage, type Stage } from './authorize/stage.js'
import type { Load } from './authorize/driver.js'
import type { ProcessorTime } from './authorize/processor_time.js'
import { goalOf } from './promises.js'

const CALLS = Number(process.env.BENCH_CALLS ?? 3000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const LICENSES = 1000
/** Calls per minute of one address, after which it is refused. */
const PER_MINUTE = 100
const FLOOD = ['192.0.2.1']

/**
 * P15: the processor time of a refused runtime call, small or with the most expensive body allowed, against one that
 * is answered: of the HTTP process with the stores that work for it and, for comparison, of the HTTP process alone.
 * Stores on another machine are not measured.
 */
export default async function run() {
  const stage = await openStage({ TRUST_PROXY: '1', API_KEY_IP_LIMIT_PER_MIN: String(PER_MINUTE) })
  try {
    await setPolicy(stage.databaseUrl, stage.vendor)
    await seed(stage.databaseUrl, stage.vendor, { from: 0, to: LICENSES, used: true })
    await measure(stage)
  } finally {
    await stage.close()
  }
}

async function measure(stage: Stage) {
  const small = Array.from({ length: CALLS }, (_, at) => body(stage, at))
  const nasty = Array.from({ length: CALLS }, () => escapes(16 * 1024))
  const wrong = { signingSecret: 'wrong' }
  const cases: [string, string[], () => Partial<Load>][] = [
    ['429, small', small, () => ({ addresses: FLOOD })],
    ['429, nasty', nasty, () => ({ addresses: FLOOD })],
    ['wrong signature, small', small, () => ({ addresses: spread(), ...wrong })],
    ['wrong signature, nasty', nasty, () => ({ addresses: spread(), ...wrong })],
    ['unknown key, small', small, () => ({ addresses: spread(), key: newApiKey() })],
    ['unknown key, nasty', nasty, () => ({ addresses: spread(), key: newApiKey() })],
  ]
  const answered: ProcessorTime[] = []
  const refused = new Map<string, ProcessorTime[]>(cases.map(([name]) => [name, []]))
  for (let round = -1; round < ROUNDS; round++) {
    const good = await cost(stage, small, { addresses: spread() }, '200')
    if (round >= 0) answered.push(good)
    for (const [name, bodies, how] of cases) {
      const one = await cost(stage, bodies, how(), name.startsWith('429') ? '429' : '401')
      if (round >= 0) refused.get(name)!.push(one)
    }
  }
  for (const [name, times] of refused) show(name, times, answered)
}

function show(name: string, times: ProcessorTime[], answered: ProcessorTime[]) {
  const ratio = (part: keyof ProcessorTime) => {
    const [ours, ceiling] = [times, answered].map((all) => median(all.map((one) => one[part])))
    return `ours ${ours.toFixed(0)}, answered ${ceiling.toFixed(0)}, ratio ${(ours / ceiling).toFixed(2)}`
  }
  console.log(
    `P15  refused (${name}), microseconds of processor time a call: ${ratio('withStores')} (${goalOf('P15')}); ` +
      `the HTTP process alone: ${ratio('process')}`
  )
}

/** Microseconds of processor time per call. @throws if calls get another status than is measured. */
async function cost(
  stage: Stage,
  bodies: string[],
  how: Partial<Load>,
  status: string
): Promise<ProcessorTime> {
  const before = await stage.processorTime()
  const { statuses } = await stage.drive('service', bodies, 64, how)
  if ((statuses[status] ?? 0) < bodies.length - PER_MINUTE) throw new Error(JSON.stringify(statuses))
  const after = await stage.processorTime()
  const each = (part: keyof ProcessorTime) => (1000 * (after[part] - before[part])) / bodies.length
  return { process: each('process'), withStores: each('withStores') }
}

let block = 0

/** Unused client addresses, so many that none is refused. */
function spread(): string[] {
  block++
  return Array.from({ length: Math.ceil(CALLS / 50) }, (_, at) => `10.${block}.${at >> 8}.${at & 255}`)
}

function body({ vendor }: Stage, at: number): string {
  const licenseKey = `BENCH-${(at * 7919) % LICENSES}`
  return JSON.stringify({ productId: vendor.productId, licenseKey, hwid: `device-${licenseKey}` })
}

/** The body of this size that is most expensive to read: names written with escapes. */
function escapes(bytes: number): string {
  const name = (at: number) => `"\\n${String(at).padStart(4, '0')}":0`
  return `{${Array.from({ length: Math.floor(bytes / (name(0).length + 1)) - 1 }, (_, at) => name(at)).join()}}`
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
