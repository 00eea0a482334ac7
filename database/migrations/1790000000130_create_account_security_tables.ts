import { BaseSchema } from '@adonisjs/lucid/schema'

/** Second factor, one-time tokens that go out by mail, the mail itself, and windows of sensitive attempts. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table users
        add column totp_secret text,
        add column totp_pending_secret text,
        add column totp_last_step bigint;

      create table backup_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash text not null,
        used_at timestamptz(3),
        primary key (user_id, code_hash)
      );

      create table login_challenges (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        token_hash text not null,
        tries smallint not null default 0,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint login_challenges_token unique (token_hash)
      );
      create index login_challenges_user on login_challenges (user_id);
      create index login_challenges_expires on login_challenges (expires_at);

      create table mailed_tokens (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        purpose text not null check (purpose in ('verify-email', 'reset-password')),
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint mailed_tokens_token unique (token_hash)
      );
      create index mailed_tokens_user on mailed_tokens (user_id);
      create index mailed_tokens_expires on mailed_tokens (expires_at);

      create table mails (
        id uuid primary key,
        sealed_content text not null,
        attempts smallint not null default 0,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null
      );
      create index mails_due on mails (due_at);

      create table attempt_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
      create index attempt_limits_expire on attempt_limits (expire);
      create index refresh_sessions_expires on refresh_sessions (expires_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index refresh_sessions_expires;
      drop table attempt_limits, mails, mailed_tokens, login_challenges, backup_codes;
      alter table users drop column totp_secret, drop column totp_pending_secret, drop column totp_last_step;
    `)
  }
}
