import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who may download the releases of a product (contract/12-releases#122-who-may-have-what). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table products add distribution text not null default 'licensed'
        constraint products_distribution check (distribution in ('open', 'licensed', 'closed'))
    `)
  }

  async down() {
    this.schema.raw('alter table products drop distribution')
  }
}
