import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Operations, the chunks that workers claim, and the items that did not simply succeed (contract#operation-record,
 * contract#chunks).
 *
 * Progress is the sum over an operation's chunks: a chunk moves its own counters in the transaction that does
 * its work, so workers on one operation never queue for one counter row.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table operations (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid,
        type text not null,
        status text not null
          check (status in ('queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled')),
        dry_run boolean not null default false,
        params jsonb not null default '{}',
        total integer not null default 0,
        planned_at timestamptz(3),
        result jsonb,
        error jsonb,
        created_by_type text not null check (created_by_type in ('user', 'apiKey', 'endUser', 'system', 'operation')),
        created_by_id uuid,
        created_at timestamptz(3) not null,
        started_at timestamptz(3),
        finished_at timestamptz(3),
        heartbeat_at timestamptz(3)
      );
      create index operations_org on operations (org_id, id);
      create index operations_open on operations (id) where finished_at is null;

      create table operation_chunks (
        operation_id uuid not null references operations (id) on delete cascade,
        position integer not null,
        -- What the chunk covers: license ids, or a part of an uploaded file.
        license_ids uuid[],
        source jsonb,
        first_index integer not null,
        size integer not null,
        processed integer not null default 0,
        succeeded integer not null default 0,
        skipped integer not null default 0,
        failed integer not null default 0,
        done_at timestamptz(3),
        primary key (operation_id, position)
      );
      create index operation_chunks_open on operation_chunks (operation_id, position) where done_at is null;

      create table operation_items (
        operation_id uuid not null references operations (id) on delete cascade,
        index integer not null,
        line integer,
        license_id uuid,
        key text,
        outcome text not null check (outcome in ('skipped', 'failed')),
        code text not null,
        message text not null,
        primary key (operation_id, index)
      );
    `)
  }

  async down() {
    this.schema.raw('drop table operation_items, operation_chunks, operations')
  }
}
