import { BaseSchema } from '@adonisjs/lucid/schema'

/** Preferences that a console stores for a user, and disabled users (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table users add disabled_at timestamptz(3);
      create table user_preferences (
        user_id uuid primary key references users (id) on delete cascade,
        preferences jsonb not null,
        updated_at timestamptz(3) not null
      );
    `)
  }

  async down() {
    this.schema.raw('drop table user_preferences; alter table users drop disabled_at')
  }
}
