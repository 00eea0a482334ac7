import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Operations, the chunks that workers claim, and the items that were skipped or failed (contract#operation-record,
 * contract#chunks).
 *
 * Progress is the sum over the chunks of an operation: a chunk updates its own counters in the transaction that does its
 * work, so the workers of one operation never queue for one counter row. A finished operation stores its sums.
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
        heartbeat_at timestamptz(3),
        processed integer not null default 0,
        succeeded integer not null default 0,
        skipped integer not null default 0,
        failed integer not null default 0,
        -- When the files and item results were deleted (contract#retention).
        retired_at timestamptz(3),
        -- The operation that applied this dry run (contract/01-changes#bulk-import-export).
        applied_as uuid,
        -- Bytes of upload or export that are kept for this operation (contract/01-changes#bounds).
        stored_bytes bigint not null default 0,
        constraint operations_finished_has_moment
          check ((status in ('completed', 'failed', 'cancelled')) = (finished_at is not null))
      );
      create index operations_org on operations (org_id, id);
      create index operations_unfinished on operations (org_id, id) where finished_at is null;
      -- The sweep begins with the operation that has waited longest for a worker.
      create index operations_heartbeat on operations (heartbeat_at) where finished_at is null;
      create index operations_finished on operations (finished_at) where finished_at is not null;
      create index operations_unretired on operations (finished_at)
        where finished_at is not null and retired_at is null;
      create index operations_undos on operations ((params->>'operationId')) where type = 'licenses.undo';
      create index operations_stored on operations (org_id) include (stored_bytes) where stored_bytes > 0;

      -- A chunk covers licenses by id or key, or a part of an uploaded file.
      create table operation_chunks (
        operation_id uuid not null references operations (id) on delete cascade,
        position integer not null,
        license_ids uuid[],
        source jsonb,
        first_index integer not null,
        size integer not null,
        processed integer not null default 0,
        succeeded integer not null default 0,
        skipped integer not null default 0,
        failed integer not null default 0,
        done_at timestamptz(3),
        -- Held back: its operation was cancelled or has given up.
        held boolean not null default false,
        -- How many attempts met a fault.
        faults integer not null default 0,
        -- The worker that has the chunk, where a claim outlives a transaction.
        claim uuid,
        claimed_at timestamptz(3),
        license_keys text[],
        -- Codes of skipped and failed items with their numbers.
        codes jsonb,
        -- The chunk waits until then, because another transaction held its licenses.
        not_before timestamptz(3),
        -- How many times in a row it was given back.
        given_back integer not null default 0,
        -- The first fault, in words for the caller who started the operation.
        fault text,
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
