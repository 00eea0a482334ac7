import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Deliveries of one bulk change are due in the same millisecond. The id decides among them, so that the head
 * of an endpoint's line stays the same while it is claimed.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop index webhook_deliveries_endpoint_due;
      create index webhook_deliveries_endpoint_due
        on webhook_deliveries (endpoint_id, next_retry_at, id) where status = 'pending';
    `)
  }

  async down() {
    this.schema.raw(`
      drop index webhook_deliveries_endpoint_due;
      create index webhook_deliveries_endpoint_due
        on webhook_deliveries (endpoint_id, next_retry_at) where status = 'pending';
    `)
  }
}
