/**
 * `npm test`: runs every suite with all state of the service in Postgres. The specs for which the store makes a
 * difference run once more with Redis. The runs are split into passes, and some passes run in parallel. Their output is
 * never mixed: one pass is shown live and the others after they have ended. The failures come last. Postgres is
 * DATABASE_URL, or an embedded one; Redis is REDIS_URL, or a redis-server from the PATH.
 *
 * Arguments after `--` go to the test runner and mean a single pass, with Redis only if REDIS_URL is set. With
 * FAULTS=long (`npm run test:faults`), the suite of the fault tests runs in its long form, in both passes.
 */
import { readdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { atATime } from '#tests/testkit/at_a_time'
import { generate, generateConsole, generateIfStale } from '#tests/testkit/codegen'
import { compileProject } from '#tests/testkit/compile'
import { openTestDatabases } from '#tests/testkit/test_databases'
import { pass, type Tally } from '#tests/testkit/test_pass'
import { openTestRedis } from '#tests/testkit/test_redis'

/**
 * A test spends part of its time waiting for a store or another process, so one pass more than there are processors
 * keeps them busy. More passes take as long in total but make each test several times slower, until it exceeds the
 * deadlines of the service.
 */
const SIDE_BY_SIDE = availableParallelism() + 1

/** The arguments of the runner, and whether queues, limits and nonces are in Redis. */
type Pass = { args: string[]; redis?: boolean }

const specs = await readdir(new URL('./', import.meta.url), { recursive: true })
/** The arguments for a part of a suite: the specs whose path matches `subjects`, or all others. */
const part = (suite: string, subjects: RegExp, fits = true): Pass => {
  const own = specs.filter((file) => new RegExp(`^\\w+/${suite}/.*\\.spec\\.ts$`).test(file))
  const some = own.filter((spec) => subjects.test(spec) === fits)
  return { args: [suite, ...some.map((spec) => `--files=${spec.replace('.spec.ts', '')}`)] }
}

/** Groups of subjects that take about the same time; the last group contains all remaining subjects. */
const parts = (suite: string, ...groups: RegExp[]) => [
  ...groups.map((group) => part(suite, group)),
  part(suite, new RegExp(groups.map(({ source }) => source).join('|')), false),
]

/**
 * The sweep over the console's screens and the browser specs outside the console form one pass. It takes about as long
 * as the rest of the browser suite.
 */
const BROWSER = parts('browser', /^console\/browser\/screens|^(?!console\/)/)
const FUNCTIONAL = parts(
  'functional',
  /^(http|access)\//,
  /^(accounts|end_users)\//,
  /^(licensing|operations|runtime)\//
)

/** Specs of queues, limits and nonces, and of everything that depends on them. */
const STORE_SPECS = [
  'workers/*',
  'terminal/*',
  'accounts/functional/attempts',
  'kernel/functional/limits/*',
  'licensing/functional/expire',
  ...['bulk_changes', 'commands', 'export', 'import', 'operations', 'stream'].map(
    // With its extension, because `operations` alone would match every spec whose name ends that way.
    (spec) => `operations/functional/${spec}.spec.js`
  ),
  'runtime/functional/*',
  'system/functional/*',
  'webhooks/functional/*',
]
/** A pass with Redis, without the tests for which the store makes no difference. */
const withRedis = (...suites: string[]): Pass => ({
  args: [...suites, '--tags=~@once', ...STORE_SPECS.map((spec) => `--files=${spec}`)],
  redis: true,
})

const [HTTP, PEOPLE, LICENSES, OTHER_FUNCTIONAL] = FUNCTIONAL
const [OPERATIONS, OTHER_WORKERS] = parts('workers', /^operations\//)
const [KERNEL_TERMINAL, OTHER_TERMINAL] = parts('terminal', /^kernel\//)

/** The longest passes come first and the shortest last, so that no long pass runs alone at the end. */
const ALL: Pass[] = [
  OTHER_FUNCTIONAL,
  ...BROWSER,
  OTHER_TERMINAL,
  OTHER_WORKERS,
  HTTP,
  LICENSES,
  withRedis('functional'),
  PEOPLE,
  OPERATIONS,
  withRedis('workers', 'terminal'),
  KERNEL_TERMINAL,
  { args: ['unit', 'house'] },
]

const words = process.argv.slice(2)
const long = process.env.FAULTS === 'long'
const generated = Promise.all([words.length > 0 && !long ? generateIfStale() : generate(), generateConsole()])
const databases = await openTestDatabases()
const redis = await openTestRedis()

try {
  await generated
  const tallies = await runAll()
  process.exitCode = report(tallies)
} finally {
  await redis?.close()
  await databases.close()
}

async function runAll() {
  if (long) return inTurns([{ args: ['workers', ...words] }, { args: ['workers', ...words], redis: true }])
  if (words.join() === 'browser') {
    return inTurns(BROWSER.map((one) => ({ ...one, redis: Boolean(process.env.REDIS_URL) })))
  }
  if (words.length > 0) return singlePass()
  return inTurns(ALL)
}

async function singlePass() {
  const given = process.env.REDIS_URL ? redis : null
  const runner = ['--import=@poppinss/ts-exec', 'bin/test.ts']
  return [await pass(words, databases, { runner, redisUrl: given?.url })]
}

/** Runs some passes at a time. Without Redis it skips the passes that need it. */
async function inTurns(passes: Pass[]) {
  const runner = [`${await compileProject()}/bin/test.js`]
  // The check for declared codes needs the answers that all parts of the functional suite have seen.
  const seen = { SEEN_FOLDER: `tmp/seen-${process.pid}`, SEEN_PARTS: `${FUNCTIONAL.length}` }
  let shown = false
  const some = passes.filter((one) => redis || !one.redis)
  const tallies = await atATime(SIDE_BY_SIDE, some, async (one) => {
    const held = shown
    shown = true
    const stores = one.redis ? { redisUrl: redis!.url } : { env: seen }
    const tally = await pass(one.args, databases, { runner, held, ...stores })
    if (!held) shown = false
    return tally
  })
  await rm(seen.SEEN_FOLDER, { recursive: true, force: true })
  if (some.length < passes.length) {
    console.log(
      '\n!!!  SKIPPED: the suites with Redis. No REDIS_URL is set and no redis-server is on the PATH.  !!!\n'
    )
  }
  return tallies
}

/**
 * Prints how long each pass took, so that their order and their parts can be kept even, and the failures at the very
 * end, because a failed pass may have ended minutes before the last one.
 */
function report(tallies: Tally[]): number {
  const times = tallies.map(({ title, seconds }) => `${seconds} s for ${title}`)
  if (times.length > 1) console.log(`\n${times.join('\n')}`)
  for (const { errors } of tallies) if (errors) console.log(`\nFAILED\n\n${errors}`)
  const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, one) => total + one[key], 0)
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  return sum('failed') === 0 ? 0 : 1
}
