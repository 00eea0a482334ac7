import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How many bytes of upload or export are kept of an operation (contract/01-changes#bounds: STORED_MIB_PER_ORG). Exports
 * know it of themselves; uploads of earlier versions count as nothing until they are deleted, within 7 days.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table operations add column stored_bytes bigint not null default 0;
      update operations set stored_bytes = (result->>'bytes')::bigint
        where type = 'licenses.export' and retired_at is null and result->>'file' is not null;
      create index operations_stored on operations (org_id) include (stored_bytes) where stored_bytes > 0;
    `)
  }

  async down() {
    this.schema.raw('alter table operations drop column stored_bytes')
  }
}
