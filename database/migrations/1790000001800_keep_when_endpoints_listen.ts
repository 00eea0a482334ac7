import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * `heard` holds the ranges of outbox ids during which an endpoint existed and was enabled, so that the drain can
 * tell what happened while it listened, however late it runs. Ids come from one sequence, so their order does not
 * depend on the clocks of the machines that write events.
 *
 * `payload` says whether deliveries carry the license; the events keep its form after the change in `license`.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table webhook_endpoints
        add column heard int8multirange not null default '{}',
        add column payload text not null default 'thin' check (payload in ('thin', 'full'));
      update webhook_endpoints set heard = '{[0,)}' where enabled and deleted_at is null;
      create index webhook_endpoints_full on webhook_endpoints (product_id)
        where payload = 'full' and enabled and deleted_at is null;
      alter table outbox_events add column license jsonb;
      alter table webhook_events add column license jsonb;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table webhook_events drop column license;
      alter table outbox_events drop column license;
      drop index webhook_endpoints_full;
      alter table webhook_endpoints drop column heard, drop column payload;
    `)
  }
}
