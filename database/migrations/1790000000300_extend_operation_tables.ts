import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the operation engine needs beyond the first tables: the sums of a finished operation, so that reading
 * it does not add up its chunks again, and per chunk whether it is held back (its operation was cancelled or
 * has given up), how often it met a fault, and who has claimed it where a claim outlives a transaction.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table operations
        add column processed integer not null default 0,
        add column succeeded integer not null default 0,
        add column skipped integer not null default 0,
        add column failed integer not null default 0,
        add constraint operations_finished_has_moment
          check ((status in ('completed', 'failed', 'cancelled')) = (finished_at is not null));
      create index operations_unfinished on operations (org_id, id) where finished_at is null;
      create index operations_finished on operations (finished_at) where finished_at is not null;

      alter table operation_chunks
        add column held boolean not null default false,
        add column faults integer not null default 0,
        add column claim uuid,
        add column claimed_at timestamptz(3);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index operations_unfinished, operations_finished;
      alter table operations drop constraint operations_finished_has_moment,
        drop column processed, drop column succeeded, drop column skipped, drop column failed;
      alter table operation_chunks
        drop column held, drop column faults, drop column claim, drop column claimed_at;
    `)
  }
}
