import { inject } from '@adonisjs/core'
import ExpireLicenses from '#actions/licenses/expire_licenses'
import type { JobHandler, JobRun, PayloadOf } from './catalog.js'

/** Marks licenses whose expiry is past; see ExpireLicenses. */
@inject()
export default class LicensesExpireJob implements JobHandler<'licenses.expire'> {
  static jobName = 'licenses.expire' as const

  constructor(protected expireLicenses: ExpireLicenses) {}

  async handle(_payload: PayloadOf<'licenses.expire'>, { signal }: JobRun) {
    const { finished } = await this.expireLicenses.execute(signal)
    if (!finished) return { again: true as const }
  }
}
