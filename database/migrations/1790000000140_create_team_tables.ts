import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Invites to an org, identities at other providers, and the one-time states of linking them
 * (contract#orgs-members-invites, contract#oauth).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table invites (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        email text not null check (email = lower(email)),
        role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
        token_hash text not null,
        invited_by uuid references users (id) on delete set null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        accepted_at timestamptz(3),
        constraint invites_token unique (token_hash)
      );
      create index invites_org on invites (org_id, id);
      create unique index invites_open on invites (org_id, email) where accepted_at is null;

      create table linked_accounts (
        provider text not null,
        subject text not null,
        user_id uuid not null references users (id) on delete cascade,
        email text,
        created_at timestamptz(3) not null,
        primary key (provider, subject),
        constraint linked_accounts_user unique (user_id, provider)
      );

      create table oauth_states (
        state_hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        provider text not null,
        sealed_verifier text not null,
        nonce text not null,
        expires_at timestamptz(3) not null
      );
      create index oauth_states_expires on oauth_states (expires_at);
    `)
  }

  async down() {
    this.schema.raw('drop table oauth_states, linked_accounts, invites')
  }
}
