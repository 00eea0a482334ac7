import { inject } from '@adonisjs/core'
import ClearDeliveries from '#webhooks/actions/clear_deliveries'
import CloseEndpoints from '#webhooks/actions/close_endpoints'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

@inject()
export default class WebhooksClearJob implements JobHandler<'webhooks.clear'> {
  static jobName = 'webhooks.clear' as const

  constructor(
    protected clear: ClearDeliveries,
    protected close: CloseEndpoints
  ) {}

  async handle(_payload: PayloadOf<'webhooks.clear'>, { signal }: JobRun) {
    await this.close.execute()
    await this.clear.execute(signal)
  }
}
