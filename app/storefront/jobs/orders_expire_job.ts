import { inject } from '@adonisjs/core'
import type { JobHandler, JobRun, PayloadOf } from '#kernel/queues/catalog'
import ExpireOrders from '#storefront/actions/expire_orders'

/** Expires orders that were not fulfilled in time; see ExpireOrders. */
@inject()
export default class OrdersExpireJob implements JobHandler<'orders.expire'> {
  static jobName = 'orders.expire' as const

  constructor(protected expireOrders: ExpireOrders) {}

  async handle(_payload: PayloadOf<'orders.expire'>, { signal }: JobRun) {
    const { finished } = await this.expireOrders.execute(signal)
    if (!finished) return { again: true as const }
  }
}
