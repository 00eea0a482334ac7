import type { ApplicationService } from '@adonisjs/core/types'

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
 * The common start of the server, the console and the test runner: it loads the settings first and handles both stop
 * signals. With `endsStarting`, a process that is told to stop during its start exits, because the start would use
 * closed resources. `letGo` runs before anything is closed: a framework hook would run too late for a process that
 * has just begun to listen. Later signals change nothing: npm and systemd send more than one, and a second stop would cut
 * the first one short.
 */
export function prepare(app: ApplicationService, { endsStarting = false, letGo = async () => {} } = {}) {
  app.booting(async () => {
    await import('#start/env')
  })
  const stop = async () => {
    const ends = endsStarting && !app.isReady
    await letGo()
    await app.terminate()
    // Exit successfully even if the start has failed since: the process was told to stop, and it has stopped.
    if (ends) process.exit(0)
    // Everything is closed. Do not wait for handles that others keep open, such as a file server that never responds.
    setTimeout(() => process.exit(), LEFT_OPEN).unref()
  }
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) app.listen(signal, () => void (stopping ??= stop()))
}
