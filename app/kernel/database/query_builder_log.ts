import logger from '@adonisjs/core/services/logger'

/**
 * The log of the query builder. It would print the stack of each failed attempt to get a connection, in an outage for
 * each request. The same error goes to the caller, who reports it in words.
 */
export const queryBuilderLog = {
  warn: (message: unknown) => {
    if (!String(message).startsWith('Acquire connection error')) logger.warn(String(message))
  },
  error: (message: unknown) => logger.error(String(message)),
  deprecate: (message: unknown) => logger.info(String(message)),
  debug: (message: unknown) => logger.debug(String(message)),
}
