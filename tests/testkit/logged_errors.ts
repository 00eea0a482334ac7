import { Logger } from '@adonisjs/core/logger'
import logger from '@adonisjs/core/services/logger'

/**
 * Writes each line as a deployment does, and throws it away: the logger of the tests is silent, so it would not notice
 * that a line cannot be written.
 */
const written = new Logger({ enabled: true, level: 'trace', destination: { write: () => {} } })

type Cleanup = (work: () => void) => void

/** The fields of the errors that this process logs from now on, until `cleanup` runs its work. */
export const loggedErrors = (cleanup: Cleanup) => logged('error', cleanup)

/** The same of the warnings. */
export const loggedWarnings = (cleanup: Cleanup) => logged('warn', cleanup)

function logged(level: 'error' | 'warn', cleanup: Cleanup): object[] {
  const said: object[] = []
  const right = logger[level]
  logger[level] = ((facts: object) => {
    written[level](facts)
    said.push(facts)
  }) as typeof right
  cleanup(() => void (logger[level] = right))
  return said
}
