import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Further names of a subject, and the licenses that its events hold suspended
 * (contract/10-storefront#106-processor-events).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table processor_subjects
        -- Where a payment is known by several ids: the one whose row has everything.
        add alias_of text,
        -- License id -> suspended_at in milliseconds, of licenses that an event has suspended.
        add holds jsonb not null default '{}';
    `)
  }

  async down() {
    this.schema.raw(`alter table processor_subjects drop alias_of, drop holds;`)
  }
}
