import { BaseSchema } from '@adonisjs/lucid/schema'

/** Due events by org, so that the orgs take turns (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop index processor_events_due;
      create index processor_events_due on processor_events (org_id, due_at, id) where due_at is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index processor_events_due;
      create index processor_events_due on processor_events (due_at) where due_at is not null;
    `)
  }
}
