import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The time of the latest event of each kind; an older event changes nothing
 * (contract/10-storefront#106-processor-events).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table processor_subjects
        -- Kind of event (period, price, dispute) -> when the latest of them happened, in milliseconds.
        add latest jsonb not null default '{}';
    `)
  }

  async down() {
    this.schema.raw(`alter table processor_subjects drop latest;`)
  }
}
