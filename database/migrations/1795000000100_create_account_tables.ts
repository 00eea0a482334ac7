import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Users, their refresh sessions (interface#24-tokens-and-sessions), second factor, one-time tokens and identities at
 * other providers (contract#2-identity, contract#oauth).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table users (
        id uuid primary key,
        email text not null check (email = lower(email)),
        password_hash text,
        first_name text,
        last_name text,
        email_verified_at timestamptz(3),
        newsletter_subscribed boolean not null default false,
        platform_admin boolean not null default false,
        plan text not null default 'free' check (plan in ('free', 'pro', 'business', 'enterprise')),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- References orgs, which are created later: their migration adds the foreign key.
        active_org_id uuid,
        totp_secret text,
        totp_pending_secret text,
        -- The step of the last code that was accepted, so that no code is accepted twice.
        totp_last_step bigint,
        -- A new password begins another generation, which ends every access token of the generation before.
        token_generation integer not null default 0,
        constraint users_email_unique unique (email)
      );

      -- Each refresh replaces a session by the next of its family; signed_in_at stays that of the sign-in.
      create table refresh_sessions (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        family_id uuid not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        revoked_at timestamptz(3),
        signed_in_at timestamptz(3) not null default now(),
        constraint refresh_sessions_token unique (token_hash)
      );
      create index refresh_sessions_user on refresh_sessions (user_id);
      create index refresh_sessions_family on refresh_sessions (family_id);
      create index refresh_sessions_expires on refresh_sessions (expires_at);

      create table backup_codes (
        user_id uuid not null references users (id) on delete cascade,
        code_hash text not null,
        used_at timestamptz(3),
        primary key (user_id, code_hash)
      );

      -- Sign-ins whose password was right and whose second factor is awaited.
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

      -- A user links at most one identity of a provider, and an identity belongs to at most one user.
      create table linked_accounts (
        provider text not null,
        subject text not null,
        user_id uuid not null references users (id) on delete cascade,
        email text,
        created_at timestamptz(3) not null,
        primary key (provider, subject),
        constraint linked_accounts_user unique (user_id, provider)
      );

      -- Links that have begun. A link ends in the browser that began it (by_cookie, browser_hash), or as a row of
      -- pending_links, with a code that its user trades in.
      create table oauth_states (
        state_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        sealed_verifier text not null,
        nonce text not null,
        expires_at timestamptz(3) not null,
        browser_hash text,
        by_cookie boolean not null default false
      );
      create index oauth_states_expires on oauth_states (expires_at);

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
      drop table pending_links, oauth_states, linked_accounts, mailed_tokens, login_challenges, backup_codes,
        refresh_sessions, users;
    `)
  }
}
