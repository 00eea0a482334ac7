/**
 * `npm test`: every suite with all of the service's state in Postgres, in three passes side by side, and beside them
 * the specs for which the store makes a difference once more with Redis. The first pass is shown as it goes, the others
 * once they have ended, and last of all what has failed. Postgres is DATABASE_URL, or an embedded one; Redis is REDIS_URL, or a redis-server
 * from the PATH.
 * Words after `--` go to the test runner and mean a single pass, with Redis only if REDIS_URL is set. With
 * FAULTS=long (`npm run test:faults`) it is the long form of the suite of the fault tests, in both passes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compileProject } from './support/compile.js'
import { openTestDatabases } from './support/test_databases.js'
import { pass, type Tally } from './support/test_pass.js'
import { openTestRedis } from './support/test_redis.js'

/** Parts that take about as long as each other, and as the specs with Redis. */
const PARTS = [['operations'], ['unit', 'functional'], ['commands']]
/** Specs of queues, limits, nonces and of what stands on them. */
const STORE_SPECS = [
  'tests/operations/*',
  'tests/commands/*',
  'functional/admin/*',
  'functional/limits/*',
  'functional/maintenance/*',
  'functional/runtime/*',
  'functional/system/*',
  'functional/webhooks/*',
  'functional/keyed/operations',
  'functional/licenses/expire',
  'functional/auth/attempts',
  ...['bulk_changes', 'commands', 'export', 'import', 'operations', 'stream'].map(
    (spec) => `functional/dashboard/operations/${spec}`
  ),
]
/** With Redis, and without the tests for which it makes no difference. */
const WITH_REDIS = [
  ...['functional', 'operations', 'commands'],
  '--tags=~@once',
  ...STORE_SPECS.map((spec) => `--files=${spec}`),
]
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
  if (long) return sideBySide([['operations', ...words]], ['operations', ...words])
  return words.length > 0 ? singlePass() : sideBySide(PARTS, WITH_REDIS)
}

async function singlePass() {
  const given = process.env.REDIS_URL ? redis : null
  const runner = ['--import=@poppinss/ts-exec', 'bin/test.ts']
  return [await pass(words, databases, { runner, redisUrl: given?.url })]
}

/** All at once: most of the time a test waits for a store or another process. */
async function sideBySide(withPostgres: string[][], withRedis: string[]) {
  const runner = [`${await compileProject()}/bin/test.js`]
  const passes = withPostgres.map((suites, at) => pass(suites, databases, { runner, held: at > 0 }))
  if (redis) passes.push(pass(withRedis, databases, { runner, redisUrl: redis.url, held: true }))
  const tallies = await Promise.all(passes)
  if (!redis) {
    console.log(
      '\n!!!  SKIPPED: the suites with Redis. No REDIS_URL is set and no redis-server is on the PATH.  !!!\n'
    )
  }
  return tallies
}

/** Writes what the framework derives from the tree: once, because both passes read it. */
async function generate() {
  const child = spawn(process.execPath, ['ace.js', 'codegen'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('ace codegen has failed')
}

/** Says at the very end what has failed, because a pass that did may have ended minutes before the other. */
function report(tallies: Tally[]): number {
  for (const { errors } of tallies) if (errors) console.log(`\nFAILED\n\n${errors}`)
  const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  return sum('failed') === 0 ? 0 : 1
}
