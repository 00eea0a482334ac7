import { BaseSchema } from '@adonisjs/lucid/schema'

/** The portal of an org and the people who sign in to it (contract/09-end-users#97-tables-jobs). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table end_users
        add external_id text,
        add first_name text,
        add last_name text,
        add locale text,
        add email_verified_at timestamptz(3),
        add password_hash text,
        add metadata jsonb not null default '{}',
        add marketing_consent boolean not null default false,
        add ban_reason text,
        add last_seen_at timestamptz(3),
        add merged_into uuid,
        add erase_at timestamptz(3),
        add erased_at timestamptz(3),
        add updated_at timestamptz(3),
        add constraint end_users_external_id_unique unique (org_id, external_id);
      -- A list finds people by how their address, username, external id or name begins.
      create index end_users_email_prefix on end_users (org_id, email text_pattern_ops);
      create index end_users_username_prefix on end_users (org_id, lower(username) text_pattern_ops);
      create index end_users_external_id_prefix on end_users (org_id, lower(external_id) text_pattern_ops);
      create index end_users_name_prefix on end_users
        (org_id, lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) text_pattern_ops);
      create index end_users_last_name_prefix on end_users (org_id, lower(last_name) text_pattern_ops);
      create index end_users_erase on end_users (erase_at) where erase_at is not null;

      -- Fields that an org has not set have their defaults.
      create table org_portals (
        org_id uuid primary key references orgs (id) on delete cascade,
        enabled boolean not null default false,
        settings jsonb not null default '{}',
        updated_at timestamptz(3) not null
      );

      -- A row for each refresh token; all that descend from one sign-in have one family, which access tokens name as sid.
      -- A sign-in with a license key has its license, and no end user where nobody owns that.
      create table end_user_sessions (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        end_user_id uuid references end_users (id) on delete cascade,
        family_id uuid not null,
        token_hash text not null,
        amr text not null check (amr in ('code', 'link', 'password', 'licenseKey', 'invite', 'exchange', 'portalLink')),
        product_id uuid,
        license_id uuid,
        user_agent text,
        ip text,
        signed_in_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        revoked_at timestamptz(3),
        constraint end_user_sessions_token unique (token_hash)
      );
      create index end_user_sessions_user on end_user_sessions (end_user_id);
      create index end_user_sessions_family on end_user_sessions (family_id);
      create index end_user_sessions_expires on end_user_sessions (expires_at);

      -- Mailed codes and links, and one-time links of merchants. The address is there where no end user has it yet.
      create table end_user_challenges (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        end_user_id uuid references end_users (id) on delete cascade,
        purpose text not null check (purpose in ('sign_in', 'email', 'erasure', 'portal_link')),
        email text,
        token_hash text,
        code_hmac text,
        link_hash text,
        product_id uuid,
        tries smallint not null default 0,
        return_url text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        constraint end_user_challenges_token unique (token_hash),
        constraint end_user_challenges_link unique (link_hash)
      );
      create index end_user_challenges_email on end_user_challenges (org_id, email);
      create index end_user_challenges_user on end_user_challenges (end_user_id);
      create index end_user_challenges_expires on end_user_challenges (expires_at);

      create table end_user_invites (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        email text not null,
        token_hash text not null,
        license_ids uuid[] not null default '{}',
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        accepted_at timestamptz(3),
        constraint end_user_invites_token unique (token_hash)
      );
      create index end_user_invites_org on end_user_invites (org_id, id);
      create unique index end_user_invites_open on end_user_invites (org_id, email) where accepted_at is null;

      create table license_self_resets (
        id uuid primary key,
        license_id uuid not null references licenses (id) on delete cascade,
        org_id uuid not null,
        kind text not null check (kind in ('HWID', 'IP')),
        end_user_id uuid,
        created_at timestamptz(3) not null
      );
      create index license_self_resets_license on license_self_resets (license_id, kind, created_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table license_self_resets, end_user_invites, end_user_challenges, end_user_sessions, org_portals;
      alter table end_users drop constraint end_users_external_id_unique,
        drop external_id, drop first_name, drop last_name, drop locale, drop email_verified_at, drop password_hash,
        drop metadata, drop marketing_consent, drop ban_reason, drop last_seen_at, drop merged_into, drop erase_at,
        drop erased_at, drop updated_at;
      drop index end_users_email_prefix, end_users_username_prefix;
    `)
  }
}
