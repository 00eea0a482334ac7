/** Entry point of the Ace commands. A command boots the application only if it needs it. */
import './require_node.js'
import './compile_cache.js'
import { endClosedOutputBy } from './closed_output.js'
import './plain_output.js'

if (process.argv[2] === 'quickstart' && !process.argv.includes('--help')) {
  const { beginQuickstart } = await import('./begin_quickstart.js')
  await beginQuickstart()
}

const { isForOperators, servesUntilStopped } = await import('./operator_command.js')
if (isForOperators(process.argv[2])) (await import('../config/environment.js')).joinDeployment()

await import('reflect-metadata')
const { Ignitor } = await import('@adonisjs/core')
const { APP_ROOT, exitSoon, importer, prepare } = await import('./application.js')
const { reportFailure } = await import('./report_failure.js')
const { arrangeKernel } = await import('#terminal/arrange_kernel')

let done = servesUntilStopped(process.argv[2])
let staysAlive = done

new Ignitor(APP_ROOT, { importer })
  .tap((app) => endClosedOutputBy(prepare(app, { endsStarting: true, unfinished: () => !done }).stopUnread))
  .ace()
  .configure(async (app) => {
    await arrangeKernel(app)
    const kernel = await app.container.make('ace')
    kernel.executed((command, isMain) => {
      if (!isMain) return
      done = true
      staysAlive = command.staysAlive ?? false
    })
  })
  .handle(process.argv.slice(2))
  .catch(async (error) => {
    process.exitCode = 1
    await reportFailure(error, { json: process.argv.includes('--json') })
  })
  .finally(() => {
    if (!staysAlive) exitSoon()
  })
