import { BaseSchema } from '@adonisjs/lucid/schema'

/** The revision of a product, for PATCH with If-Match (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table products add revision integer not null default 1')
  }

  async down() {
    this.schema.raw('alter table products drop revision')
  }
}
