import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Outgoing events (contract#outbox): written in the transaction of the change, drained into deliveries. A row
 * leaves the table when every subscribed endpoint has its delivery row.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table outbox_events (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid,
        name text not null,
        data jsonb not null,
        created_at timestamptz(3) not null
      );
    `)
  }

  async down() {
    this.schema.raw('drop table outbox_events')
  }
}
