import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Webhook endpoints, the events that have subscribers, and their deliveries (interface#27-webhook-endpoint-and-delivery,
 * contract#6-events-and-webhooks), designed for many millions of deliveries.
 *
 * Delivery ids are UUIDs of version 7 and so sort by time: the list of an endpoint and the retention need no index on
 * a timestamp. A claim updates no indexed column, so Postgres keeps it on the page (HOT). Deliveries have no foreign keys:
 * deleting a product with a million of them must not cost a million checks, and the retention deletes them later.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- A UUID version 7 of a given moment, for ids that are made inside a statement.
      create function uuid_v7_at(at timestamptz) returns uuid language sql volatile as $$
        select encode(
          set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
              placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3)
              from 1 for 6),
            52, 1), 53, 1),
          'hex')::uuid
      $$;

      create table webhook_endpoints (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid not null references products (id) on delete cascade,
        url text not null,
        events text[] not null,
        enabled boolean not null default true,
        secret text not null,
        previous_secret text,
        previous_secret_until timestamptz(3),
        last_success_at timestamptz(3),
        consecutive_failures integer not null default 0,
        deleted_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- Ranges of outbox ids during which the endpoint existed and was enabled: the drain, however late it runs, sends
        -- exactly what happened in them. Ids come from one sequence, so their order depends on no clock.
        heard int8multirange not null default '{}',
        -- Whether deliveries carry the license.
        payload text not null default 'thin' check (payload in ('thin', 'full'))
      ) with (fillfactor = 70);
      create index webhook_endpoints_product on webhook_endpoints (product_id, id) where deleted_at is null;
      create index webhook_endpoints_org on webhook_endpoints (org_id) where deleted_at is null;
      create index webhook_endpoints_full on webhook_endpoints (product_id)
        where payload = 'full' and enabled and deleted_at is null;

      -- The payload, once per event for all of its deliveries. Ids are those of the outbox.
      create table webhook_events (
        id bigint primary key,
        org_id uuid not null,
        product_id uuid,
        name text not null,
        data jsonb not null,
        created_at timestamptz(3) not null,
        license jsonb
      );

      create table webhook_deliveries (
        id uuid primary key,
        org_id uuid not null,
        endpoint_id uuid not null,
        event_id bigint not null,
        event text not null,
        kind text not null default 'automatic' check (kind in ('automatic', 'test', 'replay')),
        status text not null default 'pending'
          check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
        attempts smallint not null default 0 check (attempts >= 0),
        max_attempts smallint not null,
        next_retry_at timestamptz(3),
        claimed_until timestamptz(3),
        response_status smallint,
        last_error text,
        delivered_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint webhook_deliveries_pending_is_due
          check ((status = 'pending') = (next_retry_at is not null)),
        constraint webhook_deliveries_success_has_moment
          check ((status = 'succeeded') = (delivered_at is not null))
      ) with (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
      -- An event is delivered automatically at most once to an endpoint; tests and replays may repeat it.
      create unique index webhook_deliveries_once
        on webhook_deliveries (event_id, endpoint_id) where kind = 'automatic';
      create index webhook_deliveries_replays
        on webhook_deliveries (event_id, endpoint_id) where kind <> 'automatic';
      create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
      create index webhook_deliveries_due on webhook_deliveries (next_retry_at) where status = 'pending';
      -- Deliveries of a bulk change are due in the same millisecond: the id decides, so that the order stays the same
      -- while the first ones are claimed.
      create index webhook_deliveries_endpoint_due
        on webhook_deliveries (endpoint_id, next_retry_at, id) where status = 'pending';

      -- Attempts that failed; the delivery itself records the one that succeeded.
      create table webhook_attempts (
        delivery_id uuid not null,
        attempt smallint not null,
        at timestamptz(3) not null,
        message text not null,
        response_status smallint,
        duration_ms integer not null,
        primary key (delivery_id, attempt)
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table webhook_attempts, webhook_deliveries, webhook_events, webhook_endpoints;
      drop function uuid_v7_at (timestamptz);
    `)
  }
}
