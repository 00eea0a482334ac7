import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Licenses, their bindings and their timeline (interface#21-license, contract#3-licenses), and the blacklists
 * (interface#26-blacklist-entry, contract#blacklists), designed for ten million licenses.
 *
 * A change updates few indexes: no index contains `frozen_at`, and the key fragments for search are in a separate
 * table, because keys never change.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gist;

      -- sweep_at is the moment at which the sweep has to look at the license, null if never. end_user_id has no foreign
      -- key, because a check on every insert would cost too much.
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
      create index licenses_end_user on licenses (end_user_id, id) where end_user_id is not null;

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

      -- Totals of lists without a look at the licenses. Writers insert deltas, so that they do not wait for each other;
      -- the fold adds the deltas to the counts.
      create table license_counts (
        product_id uuid not null,
        status text not null,
        org_id uuid not null,
        count bigint not null default 0,
        frozen boolean not null default false,
        primary key (product_id, status, frozen)
      );
      create index license_counts_org on license_counts (org_id);

      create table license_count_deltas (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid not null,
        status text not null,
        delta integer not null,
        frozen boolean not null default false
      );
      create index license_count_deltas_org on license_count_deltas (org_id);

      -- An address is blacklisted if one of the networks of its product contains it. Entries for hardware ids have no
      -- network. No indexed column changes with a hit, so counting one stays on its page (HOT).
      create table blacklist_entries (
        id uuid primary key,
        org_id uuid not null,
        product_id uuid not null references products (id) on delete cascade,
        type text not null check (type in ('HWID', 'IP')),
        value text not null,
        network inet,
        reason text,
        hits bigint not null default 0,
        last_hit_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint blacklist_entries_value_unique unique (product_id, type, value),
        constraint blacklist_entries_ip_has_network check ((type = 'IP') = (network is not null))
      ) with (fillfactor = 80);
      create index blacklist_entries_list on blacklist_entries (product_id, id);
      create index blacklist_entries_network on blacklist_entries using gist (product_id, network inet_ops)
        where network is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop table blacklist_entries, license_count_deltas, license_counts, license_events, license_bindings,
        license_search, licenses;
    `)
  }
}
