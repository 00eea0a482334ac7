import { BaseSchema } from '@adonisjs/lucid/schema'

/** The stores beside Postgres that have kept nonces: one that is known and comes back empty has lost them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table nonce_stores (
        name text primary key,
        created_at timestamptz not null default now()
      );
    `)
  }

  async down() {
    this.schema.raw('drop table nonce_stores')
  }
}
