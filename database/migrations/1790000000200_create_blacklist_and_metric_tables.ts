import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Blacklists, the metrics behind the time series, and the people who hold licenses (interface#26-blacklist-entry,
 * interface#44-licenses-api-key-path, contract#blacklists, contract#time-series).
 *
 * An address is on a list when one of its networks holds it: `network` is null for hardware ids. Hits change
 * no indexed column, so counting one stays on its page.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create extension if not exists btree_gist;

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

      create table metric_hours (
        product_id uuid not null,
        metric text not null,
        hour timestamptz(3) not null,
        org_id uuid not null,
        count bigint not null default 0,
        primary key (product_id, metric, hour)
      );
      create index metric_hours_org on metric_hours (org_id, metric, hour);

      create table metric_deltas (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid not null,
        metric text not null,
        hour timestamptz(3) not null,
        delta integer not null
      );
      create index metric_deltas_org on metric_deltas (org_id);

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
      create index licenses_end_user on licenses (end_user_id, id) where end_user_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index licenses_end_user;
      drop table end_users, metric_deltas, metric_hours, blacklist_entries;
    `)
  }
}
