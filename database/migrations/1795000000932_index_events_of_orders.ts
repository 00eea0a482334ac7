import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the processor events of an order, which an erasure clears (contract/09-end-users#96-the-merchants-side). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'create index processor_events_order on processor_events (order_id) where order_id is not null'
    )
  }

  async down() {
    this.schema.raw('drop index processor_events_order')
  }
}
