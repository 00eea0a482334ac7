import { inject } from '@adonisjs/core'
import DeliverWebhooks from '#webhooks/actions/deliver_webhooks'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'

@inject()
export default class WebhooksDeliverJob implements JobHandler<'webhooks.deliver'> {
  static jobName = 'webhooks.deliver' as const

  constructor(protected deliver: DeliverWebhooks) {}

  handle(_payload: PayloadOf<'webhooks.deliver'>, { signal }: JobRun) {
    return this.deliver.execute(signal)
  }
}
