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

/** Milliseconds that a process which has closed everything may take to end by itself. */
const LEFT_OPEN = 5000

/**
 * What the server, the console and the test runner have in common: settings first, both stop signals. `endsStarting`
 * ends a process that is told to stop while it starts, because the start would go on with what has been closed. `letGo`
 * comes before anything is closed: as a hook of the framework it would come too late for a process that has just begun
 * to listen.
 */
export function prepare(app: ApplicationService, { endsStarting = false, letGo = async () => {} } = {}) {
  app.booting(async () => {
    await import('#start/env')
  })
  const stop = async () => {
    const ends = endsStarting && !app.isReady
    await letGo()
    await app.terminate()
    // Whatever the start has met since: it was told to stop, and has.
    if (ends) process.exit(0)
    // Everything is closed: what somebody else keeps open, such as a file server that never answers, is not waited for.
    setTimeout(() => process.exit(), LEFT_OPEN).unref()
  }
  app.listen('SIGTERM', () => void stop())
  app.listen('SIGINT', () => void stop())
}
