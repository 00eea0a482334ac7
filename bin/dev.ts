/**
 * `npm run dev`: runs the HTTP server and workers, restarts them after each change of the sources, and prints the
 * sign-in of a seeded merchant. Without DATABASE_URL and REDIS_URL, all data is in the embedded Postgres. Ctrl-C
 * stops everything.
 */
import './require_node.js'
import './plain_output.js'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import EmbeddedPostgres from '#kernel/database/embedded_postgres'
import { readHandover } from '#terminal/quickstart/handover'
import ReloadingProcess from './dev/reloading_process.js'
import { watchSources } from './dev/watch_sources.js'
import { reportFailure } from './report_failure.js'
import { outliveTerminal, STOP_SIGNALS } from './stop_signals.js'
import { prepareTrial } from './trial_settings.js'

const run = promisify(execFile)
const say = (text: string) => process.stdout.write(`${text}\n`)

// The child processes inherit the environment, so they all use the port that is chosen here.
await prepareTrial().catch(async (error) => {
  await reportFailure(error)
  process.exit(1)
})
const dataDir = process.env.DATA_DIR!

/** Held for the whole run, so that a reload does not restart the database. */
const postgres = process.env.DATABASE_URL ? null : new EmbeddedPostgres(dataDir)
const server = new ReloadingProcess('HTTP server', 'bin/server.ts')
const worker = new ReloadingProcess('worker', 'bin/console.ts', ['queue:work'])

let unwatch = () => {}
let stopping: Promise<void> | null = null

async function stop() {
  unwatch()
  await Promise.all([server.stop(), worker.stop()])
  await postgres?.release()
  say('Stopped')
}

for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    if (signal === 'SIGHUP') outliveTerminal()
    stopping ??= stop().finally(() => process.exit())
  })
}

/** Indexes new controllers and jobs if there are any, and restarts both processes. */
async function reload(indexed: boolean) {
  say('Reloading')
  if (indexed) await run(process.execPath, ['ace.js', 'codegen']).catch(tellWhy)
  await Promise.all([server.restart(), worker.restart()])
}

function tellWhy(error: unknown) {
  const { stderr, stdout } = error as { stderr?: string; stdout?: string }
  process.stderr.write(stderr || stdout || `${String(error)}\n`)
}

try {
  say('Starting the database, the HTTP server and a worker')
  await postgres?.acquire()
  await run(process.execPath, ['--import=@poppinss/ts-exec', 'bin/quickstart.ts', '--no-demo-run', '--exit'])
} catch (error) {
  tellWhy(error)
  await postgres?.release()
  process.exit(1)
}
if (!stopping) {
  server.start()
  worker.start()
  unwatch = watchSources((indexed) => void reload(indexed))
  const { baseUrl, queueBoardUrl, email, password, apiKey } = (await readHandover(dataDir))!
  say(`Console       ${baseUrl}/console`)
  say(`Service       ${baseUrl}/health`)
  say(`Sign-in       ${email}  ${password}`)
  say(`API key       ${apiKey.key}`)
  say(`Queue board   ${queueBoardUrl}`)
  say('Reloading after each change, until Ctrl-C')
}
