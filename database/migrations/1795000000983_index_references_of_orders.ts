import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the order of a subscription whose processor was removed (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index orders_reference on orders (org_id, reference) where reference is not null')
  }

  async down() {
    this.schema.raw('drop index orders_reference')
  }
}
