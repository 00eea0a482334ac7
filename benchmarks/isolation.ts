import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Load, Result } from './authorize/driver.js'
import { until } from '../tests/testkit/wait.js'
import { load, openStage, type Stage } from './operations/stage.js'
import { goalOf } from './promises.js'

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
const LICENSES = 1000
/**
 * The rate of the calls, and the number of calls per round; after each round it checks whether the neighbour has
 * finished.
 */
const PER_SECOND = 200
const CALLS = 1000
const WARM_UP = 3
/** The number of licenses with which a third org rehearses the neighbour's work before anything is measured. */
const REHEARSAL = Number(process.env.BENCH_REHEARSAL ?? 5000)
const ROUNDS = 4
/** The maximum number of rounds that are measured beside the neighbour's work. */
const MOST_ROUNDS = 24
const POSTS = 4
const UNBOUNDED = '100000000'

type Runtime = typeof import('../tests/testkit/runtime.js')
type Vendor = Awaited<ReturnType<Runtime['createVendor']>>

/**
 * P13: authorize p99 of one org at a steady rate, while another org freezes its licenses, posts four lists of all its
 * ids concurrently and imports a file of as many rows, against p99 alone; and the number of calls that did not get
 * 200. BENCH_ROWS is the number of licenses, ids and rows.
 */
export default async function run() {
  for (const what of ['LIMIT_FREE', 'IP_LIMIT']) process.env[`API_KEY_${what}_PER_MIN`] = UNBOUNDED
  process.env.PRODUCT_LIMIT_PER_MIN = process.env.LICENSE_LIMIT_PER_MIN = UNBOUNDED
  const stage = await openStage(1)
  const driver = fork(new URL('./authorize/driver.ts', import.meta.url), {
    execArgv: ['--import=@poppinss/ts-exec'],
  })
  try {
    await measure(stage, driver)
  } finally {
    driver.disconnect()
    await stage.close()
  }
}

async function measure(stage: Stage, driver: ChildProcess) {
  const { createVendor } = await import('../tests/testkit/runtime.js')
  const { seedLicenses } = await import('../tests/testkit/licenses.js')
  const vendor = await createVendor({ hwidMode: 'limit', hwidLimit: 3, sessionTtlSeconds: 86_400 })
  const keys = (await seedLicenses(vendor, LICENSES)).map((one) => one.key)
  const neighbour = await createVendor()
  const ids = await seedIds(neighbour, ROWS)
  await stage.sql.query('analyze')
  await stage.sql.query('checkpoint')
  const calls = () => drive(stage, driver, vendor, keys)

  for (let round = 0; round < WARM_UP; round++) await calls()
  if (REHEARSAL) await rehearse(stage, await createVendor())
  const alone: Result[] = []
  for (let round = 0; round < ROUNDS; round++) alone.push(await calls())

  const posted = disturb(stage, neighbour, ids)
  const beside: Result[] = []
  do beside.push(await calls())
  while (beside.length < MOST_ROUNDS && (await isBusy(stage)))
  const answers = await posted
  report(alone, beside, answers)
  console.log(`    ${await stage.peaks()}`)
}

/**
 * Warms up the service: a third org runs the same work with a few licenses, as if the service had been up for a
 * while.
 */
async function rehearse(stage: Stage, org: Vendor) {
  await disturb(stage, org, await seedIds(org, REHEARSAL))
  await until('the rehearsal', async () => !(await isBusy(stage)), 60_000)
}

async function seedIds(org: Vendor, count: number): Promise<string[]> {
  const { seedLicenses } = await import('../tests/testkit/licenses.js')
  const state = { expirationMode: 'fixed' as const, expiresAt: Date.now() + 90 * 86_400_000 }
  const ids: string[] = []
  while (ids.length < count) {
    const made = await seedLicenses(org, Math.min(10_000, count - ids.length), state)
    ids.push(...made.map((one) => one.id))
  }
  return ids
}

/** Runs all the work at once; resolves with the status and the seconds of each request. */
function disturb(stage: Stage, { orgId, productId, token }: Vendor, ids: string[]): Promise<string[]> {
  const licenses = `${stage.base}/v1/dashboard/orgs/${orgId}/licenses`
  const post = async (path: string, type: string, body: string | ReadableStream) => {
    const started = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const request = { method: 'POST', headers, body, duplex: 'half' }
    const { status } = await fetch(`${licenses}/${path}`, request)
    return `${path.split('?')[0]} ${status} in ${((performance.now() - started) / 1000).toFixed(1)} s`
  }
  const list = JSON.stringify({ licenseIds: ids, days: 1 })
  const file = Readable.toWeb(Readable.from(csv(ids.length))) as ReadableStream
  return Promise.all([
    post('freeze', 'application/json', '{"filter":{}}'),
    post(`import?productId=${productId}`, 'text/csv', file),
    ...Array.from({ length: POSTS }, () => post('extend', 'application/json', list)),
  ])
}

function* csv(rows: number): Generator<Buffer> {
  yield Buffer.from('key,status,expiresAt\n')
  for (let from = 0; from < rows; from += 1000) {
    const lines = Array.from(
      { length: 1000 },
      (_, at) => `P13-${from + at},ACTIVE,2099-01-01T00:00:00.000Z\n`
    )
    yield Buffer.from(lines.join(''))
  }
}

async function isBusy({ sql }: Stage): Promise<boolean> {
  return (await sql.query('select from operations where finished_at is null limit 1')).rowCount! > 0
}

async function drive({ base }: Stage, driver: ChildProcess, vendor: Vendor, keys: string[]): Promise<Result> {
  const { productId, key, signingSecret } = vendor
  const bodies = Array.from({ length: CALLS }, (_, at) => {
    const licenseKey = keys[(at * 7919) % keys.length]
    return JSON.stringify({ productId, licenseKey, hwid: `device-${licenseKey}` })
  })
  const port = Number(new URL(base).port)
  const sent: Load = { port, connections: 64, key, signingSecret, bodies, perSecond: PER_SECOND }
  driver.send(sent)
  const [result] = (await once(driver, 'message')) as [Result]
  return result
}

function report(alone: Result[], beside: Result[], answers: string[]) {
  const [quiet, busy] = [alone, beside].map((results) =>
    results.flatMap((one) => one.latencies).toSorted((a, b) => a - b)
  )
  const at = (share: number) =>
    [busy, quiet].map((times) => times[Math.min(times.length - 1, Math.floor(times.length * share))])
  const show = (share: number) =>
    at(share)
      .map((time) => time.toFixed(1))
      .join(' / ')
  const [ours, ceiling] = at(0.99)
  const refused = beside
    .flatMap(({ statuses }) => Object.entries(statuses))
    .filter(([status]) => status !== '200')
  const mode = process.env.REDIS_URL ? 'Redis' : 'Postgres'
  console.log(
    `    the neighbour: ${answers.join(', ')}; ${beside.length * (CALLS / PER_SECOND)} s until all was done`
  )
  console.log(
    `    milliseconds beside / alone: p50 ${show(0.5)}, p90 ${show(0.9)}, p99 ${show(0.99)}, most ${show(1)}`
  )
  console.log(
    `P13  authorize p99 in ms beside another org's bulk work, ${mode} mode: ours ${ours.toFixed(1)}, ` +
      `alone ${ceiling.toFixed(1)}, ratio ${(ours / ceiling).toFixed(2)} (${goalOf('P13')}); ` +
      `not answered with 200: ${JSON.stringify(refused)} (none); load ${load()}`
  )
}
