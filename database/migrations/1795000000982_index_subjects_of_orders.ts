import { BaseSchema } from '@adonisjs/lucid/schema'

/** The end of a subscription looks for others that pay for the same license (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'create index processor_subjects_order on processor_subjects (order_id) where order_id is not null'
    )
  }

  async down() {
    this.schema.raw('drop index processor_subjects_order')
  }
}
