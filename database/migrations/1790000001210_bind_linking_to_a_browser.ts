import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Linking an identity ends in the browser that began it, or with a code that its user trades in. States of the release
 * before name no browser; they end with a code.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table oauth_states
        add column browser_hash text,
        add column by_cookie boolean not null default false;

      create table pending_links (
        code_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        subject text not null,
        email text,
        expires_at timestamptz(3) not null
      );
      create index pending_links_expires on pending_links (expires_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table pending_links;
      alter table oauth_states drop column browser_hash, drop column by_cookie;
    `)
  }
}
