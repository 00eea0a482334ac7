import { BaseSchema } from '@adonisjs/lucid/schema'

/** A dispute looks for other ones that keep the same license suspended (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `create index processor_subjects_disputed on processor_subjects (org_id) where latest -> 'open' is not null`
    )
  }

  async down() {
    this.schema.raw('drop index processor_subjects_disputed')
  }
}
