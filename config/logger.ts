import { defineConfig, destination, destinations } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import env from '#start/env'

/** Standard output is reserved for the output of commands. */
const STANDARD_ERROR = 2

/** Bytes that are buffered for a slow reader; further lines are dropped until it catches up. */
const MOST_UNREAD = 4 * 1024 * 1024

/**
 * Writes one JSON object per line. It runs in this thread, because a worker thread makes a start a tenth more
 * expensive. It never blocks, because a stuck reader must not stop the service. The buffer is flushed when the
 * process ends.
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
      // Only errors are logged as objects. A path with a leading wildcard would also search the logger of every
      // request.
      redact: { paths: ['err.password', 'err.secret', 'err.token'], censor: '[redacted]' },
    },
  },
})

export default loggerConfig

declare module '@adonisjs/core/types' {
  export interface LoggersList extends InferLoggers<typeof loggerConfig> {}
}
