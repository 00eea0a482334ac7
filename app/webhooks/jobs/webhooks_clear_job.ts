import { inject } from '@adonisjs/core'
import ClearDeliveries from '#webhooks/actions/clear_deliveries'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

@inject()
export default class WebhooksClearJob implements JobHandler<'webhooks.clear'> {
  static jobName = 'webhooks.clear' as const

  constructor(protected clear: ClearDeliveries) {}

  async handle(_payload: PayloadOf<'webhooks.clear'>, { signal }: JobRun) {
    await this.clear.execute(signal)
  }
}
