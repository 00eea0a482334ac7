import app from '@adonisjs/core/services/app'
import { server } from '#config/server'
import { controllers } from '#generated/controllers'
import { loadAhead } from '#system/serving/load_ahead'

/**
 * In production the server loads the modules of all routes once it listens. Elsewhere, where processes are started again
 * and again, it loads what it uses.
 */
await app.ready(() => {
  if (server.production) void loadAhead(controllers)
})
