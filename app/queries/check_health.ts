import { inject } from '@adonisjs/core'
import db from '@adonisjs/lucid/services/db'
import config from '#config/queue'
import Queues from '#services/queues'
import { withTimeout } from '#services/with_timeout'

export type Check = { status: 'ok' | 'down'; latencyMs?: number }

const PATIENCE = 900

/** Asks each store that the service needs for a sign of life, and never waits a second for it. */
@inject()
export default class CheckHealth {
  constructor(protected queues: Queues) {}

  async execute(): Promise<Record<string, Check>> {
    const checks = { postgres: () => db.rawQuery('select 1'), queues: () => this.#queues() }
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await probe(check)])
    )
    return Object.fromEntries(results)
  }

  async #queues() {
    await this.queues.ready()
    const counts = await this.queues.get('bulk').getJobCounts('waiting')
    return { backend: config.backend, ...counts }
  }
}

async function probe(check: () => Promise<unknown>): Promise<Check> {
  const started = performance.now()
  try {
    await withTimeout(check(), PATIENCE)
    return { status: 'ok', latencyMs: Math.round(performance.now() - started) }
  } catch {
    return { status: 'down' }
  }
}
