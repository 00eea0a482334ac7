import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * An order is the record of a sale and contains its listing as it was sold, so it outlives its product. It keeps a
 * foreign key, so that no product is deleted while an order for it is being written.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table orders
        alter product_id drop not null,
        drop constraint orders_product_id_fkey,
        add constraint orders_product_id_fkey foreign key (product_id) references products (id) on delete set null;
    `)
  }

  async down() {
    this.schema.raw(`
      delete from orders where product_id is null;
      alter table orders
        alter product_id set not null,
        drop constraint orders_product_id_fkey,
        add constraint orders_product_id_fkey foreign key (product_id) references products (id) on delete cascade;
    `)
  }
}
