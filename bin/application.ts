import { constants } from 'node:os'
import type { ApplicationService } from '@adonisjs/core/types'
import { untilStopped } from '#terminal/is_stopping'
import { outliveTerminal, STOP_SIGNALS, type StopSignal } from './stop_signals.js'

/** Node.js ignores this signal; it only names the exit code of a process whose output nobody reads any more. */
type ClosedOutput = 'SIGPIPE'

/** The root of the checkout, or of the build when the built files run. */
export const APP_ROOT = new URL('../', import.meta.url)

/** Imports a file in the context of the application, as the framework asks for it. */
export const importer = (filePath: string) => {
  if (filePath.startsWith('./') || filePath.startsWith('../')) {
    return import(new URL(filePath, APP_ROOT).href)
  }
  return import(filePath)
}

/** Milliseconds that a process may take to exit after it has closed everything. */
const LEFT_OPEN = 5000

/**
 * Ends a process that has closed everything. It does not wait for handles that others keep open, such as a file server
 * that never responds.
 */
export function exitSoon() {
  setTimeout(() => process.exit(), LEFT_OPEN).unref()
}

/**
 * The common start of the server, the console and the test runner: it loads the settings first and handles the stop
 * signals. `stopUnread` of the result stops the process likewise when nobody reads its output any more. With
 * `endsStarting`, a process that is told to stop during its start exits, because the start would use closed resources.
 * `letGo` runs before anything is closed: a framework hook would run too late for a process that has just begun to
 * listen. While `unfinished` returns true, the process has not done what it was started for: it then exits soon,
 * whatever it waits for, and with the exit code that shells use for the signal. Later signals change nothing: npm and
 * systemd send more than one, and a second stop would cut the first one short.
 */
export function prepare(
  app: ApplicationService,
  { endsStarting = false, letGo = async () => {}, unfinished = (): boolean => false } = {}
) {
  app.booting(async () => {
    await import('#start/env')
  })
  const stop = async (signal: StopSignal | ClosedOutput) => {
    const ends = endsStarting && !app.isReady
    const undone = () => signal === 'SIGPIPE' || unfinished()
    const interrupt = () => process.exit(undone() ? 128 + constants.signals[signal] : undefined)
    if (undone()) setTimeout(() => void leaveDatastores().finally(interrupt), LEFT_OPEN).unref()
    await letGo()
    await app.terminate()
    // A command that has done its work may already be closing what it has opened.
    if (signal === 'SIGPIPE') await untilStopped(app)
    if (undone()) interrupt()
    // Exit successfully even if the start has failed since: the process was told to stop, and it has stopped.
    if (ends) process.exit(0)
    exitSoon()
  }
  let stopping: Promise<void> | undefined
  const stopOnce = (signal: StopSignal | ClosedOutput) => void (stopping ??= stop(signal))
  for (const signal of STOP_SIGNALS) app.listen(signal, () => stopOnce(signal))
  app.listen('SIGHUP', outliveTerminal)
  return { stopUnread: () => stopOnce('SIGPIPE') }
}

/** What a process must not leave behind: the embedded Postgres, while a statement keeps the rest from being closed. */
async function leaveDatastores() {
  const { closeDatastores } = await import('#kernel/database/datastores')
  await closeDatastores()
}
