import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import RefreshConnections from '#sso/actions/refresh_connections'

/** Reads identity providers again, and announces certificates that end soon; see RefreshConnections. */
@inject()
export default class SsoRefreshJob implements JobHandler<'sso.refresh'> {
  static jobName = 'sso.refresh' as const

  constructor(protected refresh: RefreshConnections) {}

  async handle(_payload: PayloadOf<'sso.refresh'>, { signal }: JobRun) {
    const { finished } = await this.refresh.execute(signal)
    if (!finished) return { again: true as const }
  }
}
