/**
 * `npm test`: every suite with all of the service's state in Postgres, and beside it the suites that queue once
 * more with Redis; what that says is shown at the end. Postgres is DATABASE_URL, or an embedded one; Redis is REDIS_URL, or a redis-server from the PATH.
 * Words after `--` go to the test runner and mean a single pass, with Redis only if REDIS_URL is set. With
 * FAULTS=long (`npm run test:faults`) it is the long form of the suite of the fault tests, in both passes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openTestDatabases, type TestDatabases } from './support/test_databases.js'
import { openTestRedis } from './support/test_redis.js'

type Tally = { passed: number; failed: number; skipped: number }

/** The second pass: suites that queue, without the tests for which it makes no difference. */
const QUEUED_SUITES = ['functional', 'operations', 'commands', '--tags=~@once']
/** The test runner itself, under the loader that `ace test` gives it. */
const RUNNER = ['--import=@poppinss/ts-exec', '--enable-source-maps', 'bin/test.ts']
const words = process.argv.slice(2)
const long = process.env.FAULTS === 'long'
const databases = await openTestDatabases()
const redis = await openTestRedis()

try {
  await generate()
  const tallies = await runAll()
  process.exitCode = report(tallies)
} finally {
  await redis?.close()
  await databases.close()
}

function runAll() {
  if (long) return bothPasses(['operations', ...words], ['operations', ...words])
  return words.length > 0 ? singlePass() : bothPasses([], QUEUED_SUITES)
}

async function singlePass() {
  const given = process.env.REDIS_URL ? redis : null
  return [await pass(given ? 'Redis' : 'Postgres', words, databases, { redisUrl: given?.url })]
}

/** Both at once: most of the time a test waits for a store, and two processes keep two processors busy. */
async function bothPasses(withPostgres: string[], withRedis: string[]) {
  const beside = redis ? [pass('Redis', withRedis, databases, { redisUrl: redis.url, held: true })] : []
  const tallies = await Promise.all([pass('Postgres', withPostgres, databases), ...beside])
  if (!redis) {
    console.log(
      '\n!!!  SKIPPED: the suites with Redis. No REDIS_URL is set and no redis-server is on the PATH.  !!!\n'
    )
  }
  return tallies
}

type PassOptions = {
  redisUrl?: string
  /** Whether its output waits until the pass has ended. */
  held?: boolean
}

async function pass(
  store: string,
  args: string[],
  { create }: TestDatabases,
  { redisUrl, held = false }: PassOptions = {}
): Promise<Tally> {
  const title = `\n=== Queues, limits and nonces in ${store} ===\n`
  if (!held) process.stdout.write(title)
  const { REDIS_URL: _unused, ...environment } = process.env
  const child = spawn(process.execPath, [...RUNNER, ...args], {
    env: {
      ...environment,
      DATABASE_URL: await create(),
      DATA_DIR: `tmp/test-${store.toLowerCase()}`,
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: `latchkey-test-${process.pid}` } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    if (!held) process.stdout.write(text)
    output += text
  })
  const [code] = await once(child, 'close')
  if (held) process.stdout.write(title + output)
  return tally(output, code as number | null)
}

/** Writes what the framework derives from the tree: once, because both passes read it. */
async function generate() {
  const child = spawn(process.execPath, ['ace.js', 'codegen'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('ace codegen has failed')
}

/** Reads the runner's closing line; a run that ended in any other way counts as a failure. */
function tally(output: string, code: number | null): Tally {
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '')
  const summary = plain.match(/^Tests\s+(.+)$/m)?.[1] ?? ''
  const count = (word: string) => Number(summary.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0)
  const failed = count('failed')
  const endedBadly = code !== 0 || count('passed') === 0
  return { passed: count('passed'), failed: failed || (endedBadly ? 1 : 0), skipped: count('skipped') }
}

function report(tallies: Tally[]): number {
  const sum = (key: keyof Tally) => tallies.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  return sum('failed') === 0 ? 0 : 1
}
