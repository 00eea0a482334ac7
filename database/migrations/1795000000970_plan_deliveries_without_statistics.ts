import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How many deliveries are pending, and whose events are in the outbox, changes completely within seconds. Statistics
 * of an earlier moment make Postgres choose plans that take seconds, so these columns have none and get Postgres's
 * fixed estimates. The new type of a column is its old one: this removes the statistics that it has.
 *
 * The index of due deliveries has a condition of its own, so that the search for the head of the queue cannot use the
 * index over endpoints, which has another order.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop index webhook_deliveries_due;
      alter table webhook_deliveries
        alter status type text, alter status set statistics 0,
        alter next_retry_at type timestamptz(3), alter next_retry_at set statistics 0;
      alter table outbox_events alter org_id type uuid, alter org_id set statistics 0;
      create index webhook_deliveries_due on webhook_deliveries (next_retry_at) include (endpoint_id)
        where next_retry_at is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index webhook_deliveries_due;
      alter table webhook_deliveries alter status set statistics -1, alter next_retry_at set statistics -1;
      alter table outbox_events alter org_id set statistics -1;
      create index webhook_deliveries_due on webhook_deliveries (next_retry_at) where status = 'pending';
    `)
  }
}
