import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Users, the orgs they belong to, their products and their refresh sessions (interface#24-tokens-and-sessions,
 * contract#org-roles, contract#2-identity).
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
        constraint users_email_unique unique (email)
      );

      create table orgs (
        id uuid primary key,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );

      create table org_members (
        org_id uuid not null references orgs (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
        created_at timestamptz(3) not null,
        primary key (org_id, user_id)
      );
      create index org_members_user on org_members (user_id);

      alter table users add column active_org_id uuid references orgs (id) on delete set null;

      create table products (
        id uuid primary key,
        org_id uuid not null references orgs (id),
        name text not null,
        key_prefix text,
        policy jsonb not null default '{}',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index products_org on products (org_id, id);

      create table refresh_sessions (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        family_id uuid not null,
        token_hash text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        revoked_at timestamptz(3),
        constraint refresh_sessions_token unique (token_hash)
      );
      create index refresh_sessions_user on refresh_sessions (user_id);
      create index refresh_sessions_family on refresh_sessions (family_id);

      create table api_keys (
        id uuid primary key,
        product_id uuid not null references products (id) on delete cascade,
        name text not null,
        key_hash text not null,
        last4 text not null,
        permissions text[] not null,
        signing_secret text not null,
        previous_key_hash text,
        previous_signing_secret text,
        previous_until timestamptz(3),
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint api_keys_hash unique (key_hash),
        constraint api_keys_previous_hash unique (previous_key_hash)
      );
      create index api_keys_product on api_keys (product_id, id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table api_keys, refresh_sessions, products, org_members;
      alter table users drop column active_org_id;
      drop table orgs, users;
    `)
  }
}
