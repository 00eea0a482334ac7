import { defineConfig, destination, destinations } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import env from '#start/env'

/** Standard output belongs to what commands print. */
const STANDARD_ERROR = 2

/** Bytes that wait for a reader; later lines are dropped until it reads on. */
const MOST_UNREAD = 4 * 1024 * 1024

/**
 * JSON, a line each. Written by this thread, because a thread of its own makes a start a tenth more expensive; but never
 * waited for, because a reader that is stuck must not stop the service. What is left is written when the process ends.
 */
const lines = () => destination({ dest: STANDARD_ERROR, sync: false, maxLength: MOST_UNREAD })

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: env.get('LOG_LEVEL') !== 'silent',
      name: 'latchkey',
      level: env.get('LOG_LEVEL'),
      destination: app.inDev ? await destinations.pretty({ destination: STANDARD_ERROR }) : lines(),
      // Errors are the only objects that are logged. A path that begins with a wildcard would be looked for in the
      // logger of every request as well.
      redact: { paths: ['err.password', 'err.secret', 'err.token'], censor: '[redacted]' },
    },
  },
})

export default loggerConfig

declare module '@adonisjs/core/types' {
  export interface LoggersList extends InferLoggers<typeof loggerConfig> {}
}
