import app from '@adonisjs/core/services/app'
import { startedAt, version } from '#config/release'
import { ok } from '#http/envelope'

/** GET /v1/status (interface#48-public, contract#health). */
export default class StatusController {
  show() {
    return ok({
      version,
      environment: environment(),
      startedAt: startedAt.toISOString(),
    })
  }
}

function environment(): 'production' | 'test' | 'development' {
  if (app.inProduction) return 'production'
  return app.inTest ? 'test' : 'development'
}
