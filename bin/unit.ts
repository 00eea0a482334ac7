/**
 * `npm run test:unit`: runs the unit tests without the application, a database or a port, in several processes. Words
 * after `--` go to the test runner; one process then runs what they select.
 */
import './require_node.js'
import './dev/end_with_parent.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const MOST = 4
const SPECS = 'tests/*/unit/**/*.spec.ts'

process.env.NODE_ENV = 'test'
process.env.DATA_DIR ??= 'tmp/test'
process.env.APP_KEY ??= 'a key of the tests and of nothing else'

const words = process.argv.splice(2)
const { UNIT_PART } = process.env
const parts = Math.min(availableParallelism(), MOST)

if (UNIT_PART === undefined && words.length === 0 && parts > 1) await spread()
else await runSpecs()

/** Runs every part in its own process and prints a part's output when it has ended. */
async function spread() {
  const codes = Array.from({ length: parts }, async (_, part) => {
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1]], {
      env: { ...process.env, UNIT_PART: String(part) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let output = ''
    child.stdout!.on('data', (text: Buffer) => (output += text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    process.stdout.write(output)
    return code
  })
  if ((await Promise.all(codes)).some((code) => code !== 0)) process.exitCode = 1
}

async function runSpecs() {
  const { assert } = await import('@japa/assert')
  const { configure, processCLIArgs, run } = await import('@japa/runner')
  const { refuseLeftOvers } = await import('#tests/testkit/left_overs')
  const { shownTitles } = await import('#tests/testkit/shown_titles')
  processCLIArgs(words)
  configure({
    suites: [{ name: 'unit', files: ownSpecs, timeout: 20_000 }],
    plugins: [assert(), shownTitles],
    configureSuite: (suite) =>
      suite.onGroup((group) => refuseLeftOvers(group, ['ProcessWrap', 'TCPServerWrap', 'Timeout'])),
    forceExit: true,
  })
  await run()
}

/** The specs of this process: every n-th of all (n is the number of parts), or all of them. */
async function ownSpecs(): Promise<URL[]> {
  const files = (await Array.fromAsync(glob(SPECS))).sort()
  const own = UNIT_PART === undefined ? files : files.filter((_, at) => at % parts === Number(UNIT_PART))
  return own.map((file) => pathToFileURL(resolve(file)))
}
