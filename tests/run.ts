/**
 * `npm test`: every suite with all of the service's state in Postgres, in four passes side by side, and beside them the
 * specs for which the store makes a difference once more with Redis. The first pass is shown as it goes, the others
 * once they have ended, and last of all what has failed. Postgres is DATABASE_URL, or an embedded one; Redis is
 * REDIS_URL, or a redis-server from the PATH.
 * Words after `--` go to the test runner and mean a single pass, with Redis only if REDIS_URL is set. With
 * FAULTS=long (`npm run test:faults`) it is the long form of the suite of the fault tests, in both passes.
 */
import { readdir, rm } from 'node:fs/promises'
import { generate, generateConsole, generateIfStale } from '#tests/testkit/codegen'
import { compileProject } from '#tests/testkit/compile'
import { openTestDatabases } from '#tests/testkit/test_databases'
import { pass, type Tally } from '#tests/testkit/test_pass'
import { openTestRedis } from '#tests/testkit/test_redis'

/** The subjects with about half of the functional tests' time; the other half is whatever else there is. */
const FIRST_HALF = /^(access|accounts|end_users|http)\//
const specs = await readdir(new URL('./', import.meta.url), { recursive: true })
/** The words for one half of a suite: the specs that are in `first`, or the others. */
const half = (suite: string, first: RegExp, isFirst: boolean) => {
  const own = specs.filter((file) => new RegExp(`^\\w+/${suite}/.*\\.spec\\.ts$`).test(file))
  const some = own.filter((spec) => first.test(spec) === isFirst)
  return [suite, ...some.map((spec) => `--files=${spec.replace('.spec.ts', '')}`)]
}
const functional = (isFirst: boolean) => half('functional', FIRST_HALF, isFirst)

/** The sweep over the console, and all of the browser suite that is not the console, take as long as the rest of it. */
const SWEEPS = /^console\/browser\/screens|^(?!console\/)/
const browser = (isFirst: boolean) => half('browser', SWEEPS, isFirst)

/** Parts that take about as long as each other, and as the specs with Redis. */
const PARTS = [['workers'], functional(true), functional(false), ['unit', 'house', 'terminal', 'browser']]
/** Specs of queues, limits, nonces and of what stands on them. */
const STORE_SPECS = [
  'workers/*',
  'terminal/*',
  'accounts/functional/attempts',
  'kernel/functional/limits/*',
  'licensing/functional/expire',
  ...['bulk_changes', 'commands', 'export', 'import', 'operations', 'stream'].map(
    // With its ending, because `operations` alone would also mean every spec whose name ends so.
    (spec) => `operations/functional/${spec}.spec.js`
  ),
  'runtime/functional/*',
  'system/functional/*',
  'webhooks/functional/*',
]
/** With Redis, and without the tests for which it makes no difference. */
const WITH_REDIS = [
  ...['functional', 'workers', 'terminal'],
  '--tags=~@once',
  ...STORE_SPECS.map((spec) => `--files=${spec}`),
]
const words = process.argv.slice(2)
const long = process.env.FAULTS === 'long'
const databases = await openTestDatabases()
const redis = await openTestRedis()

try {
  await Promise.all([words.length > 0 && !long ? generateIfStale() : generate(), generateConsole()])
  const tallies = await runAll()
  process.exitCode = report(tallies)
} finally {
  await redis?.close()
  await databases.close()
}

async function runAll() {
  if (long) return sideBySide([['workers', ...words]], ['workers', ...words])
  if (words.join() === 'browser') return twoBrowsers()
  if (words.length > 0) return singlePass()
  return sideBySide(PARTS, WITH_REDIS)
}

async function singlePass() {
  const given = process.env.REDIS_URL ? redis : null
  const runner = ['--import=@poppinss/ts-exec', 'bin/test.ts']
  return [await pass(words, databases, { runner, redisUrl: given?.url })]
}

/** Its processes wait for each other most of the time, so two of each use two processors. */
async function twoBrowsers() {
  const runner = [`${await compileProject()}/bin/test.js`]
  const redisUrl = process.env.REDIS_URL && redis ? redis.url : undefined
  const halves = [browser(true), browser(false)]
  return Promise.all(halves.map((half, at) => pass(half, databases, { runner, redisUrl, held: at > 0 })))
}

/** All at once: most of the time a test waits for a store or another process. */
async function sideBySide(withPostgres: string[][], withRedis: string[]) {
  const runner = [`${await compileProject()}/bin/test.js`]
  // The codes that calls declare are looked for in what all parts of the functional suite have seen.
  const parts = withPostgres.filter(([suite]) => suite === 'functional').length
  const env = { SEEN_FOLDER: `tmp/seen-${process.pid}`, SEEN_PARTS: `${parts}` }
  const passes = withPostgres.map((suites, at) => pass(suites, databases, { runner, held: at > 0, env }))
  if (redis) passes.push(pass(withRedis, databases, { runner, redisUrl: redis.url, held: true }))
  const tallies = await Promise.all(passes)
  await rm(env.SEEN_FOLDER, { recursive: true, force: true })
  if (!redis) {
    console.log(
      '\n!!!  SKIPPED: the suites with Redis. No REDIS_URL is set and no redis-server is on the PATH.  !!!\n'
    )
  }
  return tallies
}

/** Says at the very end what has failed, because a pass that did may have ended minutes before the other. */
function report(tallies: Tally[]): number {
  for (const { errors } of tallies) if (errors) console.log(`\nFAILED\n\n${errors}`)
  const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  return sum('failed') === 0 ? 0 : 1
}
