/**
 * `npm test`: every suite with all of the service's state in Postgres, then the suites that queue once more with
 * Redis. Postgres is DATABASE_URL, or an embedded one; Redis is REDIS_URL, or a redis-server from the PATH.
 * Words after `--` go to the test runner and mean a single pass, with Redis only if REDIS_URL is set.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openTestDatabases, type TestDatabases } from './support/test_databases.js'
import { openTestRedis } from './support/test_redis.js'

type Tally = { passed: number; failed: number; skipped: number }

/** The second pass: suites that queue, without the tests for which it makes no difference. */
const QUEUED_SUITES = ['functional', 'operations', 'commands', '--tags=~@once']
const words = process.argv.slice(2)
const databases = await openTestDatabases()
const redis = await openTestRedis()

try {
  const tallies = await (words.length > 0 ? singlePass() : bothPasses())
  process.exitCode = report(tallies)
} finally {
  await redis?.close()
  await databases.close()
}

async function singlePass() {
  const given = process.env.REDIS_URL ? redis : null
  return [await pass(given ? 'Redis' : 'Postgres', words, databases, given?.url)]
}

async function bothPasses() {
  const first = await pass('Postgres', [], databases)
  if (redis) return [first, await pass('Redis', QUEUED_SUITES, databases, redis.url)]
  console.log(
    '\n!!!  SKIPPED: the suites with Redis. No REDIS_URL is set and no redis-server is on the PATH.  !!!\n'
  )
  return [first]
}

async function pass(
  store: string,
  args: string[],
  { create }: TestDatabases,
  redisUrl?: string
): Promise<Tally> {
  console.log(`\n=== Queues, limits and nonces in ${store} ===`)
  const { REDIS_URL: _unused, ...environment } = process.env
  const child = spawn(process.execPath, ['ace.js', 'test', ...args], {
    env: {
      ...environment,
      DATABASE_URL: await create(),
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: `latchkey-test-${process.pid}` } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text)
    output = (output + text).slice(-20_000)
  })
  const [code] = await once(child, 'close')
  return tally(output, code as number | null)
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
