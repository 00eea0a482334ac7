import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the keys of APP_KEYS open and every process needs. A start with other keys ends here, before it seals anything
 * that nobody else can read (contract/01-changes#keys).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table app_secrets (
        name text primary key,
        sealed_value text not null,
        created_at timestamptz(3) not null default now()
      );
    `)
  }

  async down() {
    this.schema.raw('drop table app_secrets')
  }
}
