import { BaseSchema } from '@adonisjs/lucid/schema'

/** People who hold licenses (interface#44-licenses-api-key-path). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table end_users (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        username text,
        email text,
        banned_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint end_users_email_unique unique (org_id, email),
        constraint end_users_username_unique unique (org_id, username)
      );
      create index end_users_org on end_users (org_id, id);
    `)
  }

  async down() {
    this.schema.raw('drop table end_users')
  }
}
