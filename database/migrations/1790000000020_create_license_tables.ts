import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Licenses, what they are bound to, and their timeline (interface#21-license, contract#3-licenses), laid out for ten
 * million.
 *
 * `frozen_at` stands in no index and the key fragments that search needs stand in a table of their own, so that
 * a change has few indexes to write. Keys never change.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists pg_trgm;

      create table licenses (
        id uuid primary key,
        org_id uuid not null references orgs (id),
        product_id uuid not null references products (id),
        key text not null,
        status text not null check (status in ('PENDING', 'ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED')),
        expiration_mode text not null
          check (expiration_mode in ('never', 'fixed', 'afterActivation', 'both')),
        expires_at timestamptz(3),
        expires_after_days integer check (expires_after_days > 0),
        activated_at timestamptz(3),
        frozen_at timestamptz(3),
        suspended_at timestamptz(3),
        paused_since timestamptz(3),
        paused_ms bigint not null default 0 check (paused_ms >= 0),
        sweep_at timestamptz(3),
        max_hwid_resets integer check (max_hwid_resets >= 0),
        hwid_reset_count integer not null default 0,
        ip_reset_count integer not null default 0,
        policy_override jsonb,
        metadata jsonb not null default '{}',
        end_user_id uuid,
        revision integer not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint licenses_key_unique unique (org_id, key),
        constraint licenses_limits_match_mode check (
          (expiration_mode in ('fixed', 'both')) = (expires_at is not null)
          and (expiration_mode in ('afterActivation', 'both')) = (expires_after_days is not null)
        ),
        constraint licenses_suspended_has_moment check ((status = 'SUSPENDED') = (suspended_at is not null))
      ) with (fillfactor = 90);
      create index licenses_org_created on licenses (org_id, created_at, id);
      create index licenses_product_created on licenses (product_id, created_at, id);
      create index licenses_org_status on licenses (org_id, status, created_at, id);
      create index licenses_sweep on licenses (sweep_at) where sweep_at is not null;

      create table license_search (
        license_id uuid primary key references licenses (id) on delete cascade,
        key text not null
      );
      create index license_search_fragments on license_search using gin (key gin_trgm_ops);

      create table license_bindings (
        license_id uuid not null references licenses (id) on delete cascade,
        kind text not null check (kind in ('HWID', 'IP')),
        value text not null,
        region text,
        first_seen_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        primary key (license_id, kind, value)
      ) with (fillfactor = 90);

      create table license_sessions (
        license_id uuid not null references licenses (id) on delete cascade,
        id text not null,
        hwid text,
        ip text,
        started_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (license_id, id)
      ) with (fillfactor = 80);

      -- No foreign key to licenses: the timeline keeps the deletion (contract#timeline-and-deletion).
      create table license_events (
        id bigint generated always as identity,
        org_id uuid not null,
        license_id uuid not null,
        type text not null,
        actor_type text not null check (actor_type in ('user', 'apiKey', 'endUser', 'system', 'operation')),
        actor_id uuid,
        operation_id uuid,
        reason text,
        data jsonb not null default '{}',
        created_at timestamptz(3) not null
      );
      create unique index license_events_timeline on license_events (license_id, id);

      create table license_counts (
        product_id uuid not null,
        status text not null,
        org_id uuid not null,
        count bigint not null default 0,
        primary key (product_id, status)
      );
      create index license_counts_org on license_counts (org_id);

      create table license_count_deltas (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid not null,
        status text not null,
        delta integer not null
      );
      create index license_count_deltas_org on license_count_deltas (org_id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table license_count_deltas, license_counts, license_events, license_sessions,
        license_bindings, license_search, licenses;
    `)
  }
}
