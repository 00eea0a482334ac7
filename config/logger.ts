import { defineConfig, targets } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import env from '#start/env'

const loggerConfig = defineConfig({
  default: 'app',
  loggers: {
    app: {
      enabled: env.get('LOG_LEVEL') !== 'silent',
      name: 'latchkey',
      level: env.get('LOG_LEVEL'),
      // Standard output belongs to what commands print, so logs go to standard error.
      transport: {
        targets: [app.inProduction ? targets.file({ destination: 2 }) : targets.pretty({ destination: 2 })],
      },
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
