import { BaseSchema } from '@adonisjs/lucid/schema'

/** Started sign-ins with linked accounts, and the one-time codes that complete them (interface#linking-rules). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table oauth_sign_ins (
        state_hash text primary key,
        provider text not null,
        sealed_verifier text not null,
        nonce text not null,
        redirect_uri text not null,
        code_challenge text not null,
        expires_at timestamptz(3) not null
      );
      create index oauth_sign_ins_expires on oauth_sign_ins (expires_at);

      create table sign_in_codes (
        code_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        code_challenge text not null,
        expires_at timestamptz(3) not null
      );
      create index sign_in_codes_expires on sign_in_codes (expires_at);
      create index sign_in_codes_user on sign_in_codes (user_id);
    `)
  }

  async down() {
    this.schema.raw(`drop table sign_in_codes, oauth_sign_ins;`)
  }
}
