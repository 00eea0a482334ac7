import { inject } from '@adonisjs/core'
import ExpireLicenses from '#licensing/actions/expire_licenses'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

/** Marks the licenses whose expiry has passed as EXPIRED; see ExpireLicenses. */
@inject()
export default class LicensesExpireJob implements JobHandler<'licenses.expire'> {
  static jobName = 'licenses.expire' as const

  constructor(protected expireLicenses: ExpireLicenses) {}

  async handle(_payload: PayloadOf<'licenses.expire'>, { signal }: JobRun) {
    const { finished } = await this.expireLicenses.execute(signal)
    if (!finished) return { again: true as const }
  }
}
