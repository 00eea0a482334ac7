import logger from '@adonisjs/core/services/logger'

/** The fields of the errors that this process logs from now on, until `cleanup` runs its work. */
export function loggedErrors(cleanup: (work: () => void) => void): object[] {
  const said: object[] = []
  const right = logger.error
  logger.error = ((facts: object) => void said.push(facts)) as typeof logger.error
  cleanup(() => void (logger.error = right))
  return said
}
