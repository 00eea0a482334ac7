import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What happened in a product goes out after its deletion too (contract#6-events-and-webhooks), so endpoints outlive it:
 * deleting a product marks them as deleted, and they stay enabled until they have received everything.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`alter table webhook_endpoints drop constraint webhook_endpoints_product_id_fkey`)
  }

  async down() {
    this.schema.raw(`
      delete from webhook_endpoints where product_id not in (select id from products);
      alter table webhook_endpoints add constraint webhook_endpoints_product_id_fkey
        foreign key (product_id) references products (id) on delete cascade;
    `)
  }
}
