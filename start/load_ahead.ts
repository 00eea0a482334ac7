import app from '@adonisjs/core/services/app'
import { server } from '#config/server'
import { controllers } from '#generated/controllers'
import { bullmq } from '#kernel/queues/bullmq'
import { loadAhead } from '#system/serving/load_ahead'
import { named } from '#start/kernel'

/**
 * The subjects that every merchant uses. Loading the modules of all routes would take a sixth more memory and two
 * seconds of processor time, for routes that many deployments never call.
 */
const { licensing, operations } = controllers

// Before the server listens, because loading it blocks every request for a moment.
bullmq()

/**
 * In production the server loads these modules once it listens. Elsewhere, where processes restart often, modules are
 * loaded on first use.
 */
await app.ready(() => {
  if (server.production) void loadAhead({ named, licensing, operations })
})
