import { BaseSchema } from '@adonisjs/lucid/schema'

/** Events that arrived before the purchase that they refer to (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table processor_subjects
        -- Rows of processor_events that are worked on once something is bought.
        add waiting uuid[] not null default '{}';
    `)
  }

  async down() {
    this.schema.raw(`alter table processor_subjects drop waiting;`)
  }
}
