import logger from '@adonisjs/core/services/logger'

type Cleanup = (work: () => void) => void

/** The fields of the errors that this process logs from now on, until `cleanup` runs its work. */
export const loggedErrors = (cleanup: Cleanup) => logged('error', cleanup)

/** The same of the warnings. */
export const loggedWarnings = (cleanup: Cleanup) => logged('warn', cleanup)

function logged(level: 'error' | 'warn', cleanup: Cleanup): object[] {
  const said: object[] = []
  const right = logger[level]
  logger[level] = ((facts: { err?: unknown }) => {
    // The log marks each error that it writes, which fails for a frozen one.
    if (facts.err instanceof Error && Object.isFrozen(facts.err)) throw new TypeError('The error is frozen')
    said.push(facts)
  }) as typeof right
  cleanup(() => void (logger[level] = right))
  return said
}
