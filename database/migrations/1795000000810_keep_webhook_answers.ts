import { BaseSchema } from '@adonisjs/lucid/schema'

/** The responses of endpoints, and the failed deliveries by endpoint (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- The first 2 KiB of the last answer, and of that of each failed attempt.
      alter table webhook_deliveries add column answer text;
      alter table webhook_attempts add column answer text;
      create index webhook_deliveries_lost on webhook_deliveries (endpoint_id, id)
        where status in ('failed', 'cancelled');
    `)
  }

  async down() {
    this.schema.raw(`
      drop index webhook_deliveries_lost;
      alter table webhook_attempts drop column answer;
      alter table webhook_deliveries drop column answer;
    `)
  }
}
