import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import CheckDomains from '#orgs/actions/check_domains'

/** Checks the proofs of verified domains again; see CheckDomains. */
@inject()
export default class DomainsCheckJob implements JobHandler<'domains.check'> {
  static jobName = 'domains.check' as const

  constructor(protected checkDomains: CheckDomains) {}

  async handle(_payload: PayloadOf<'domains.check'>, { signal }: JobRun) {
    const { finished } = await this.checkDomains.execute(signal)
    if (!finished) return { again: true as const }
  }
}
