import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The keys by which a bulk call names its licenses, the codes of what a chunk skipped or failed on with their numbers,
 * and the operation that a dry run was applied as (contract/01-changes#one-filter,
 * contract/01-changes#bulk-import-export).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table operation_chunks add column license_keys text[], add column codes jsonb;
      alter table operations add column applied_as uuid;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table operation_chunks drop column license_keys, drop column codes;
      alter table operations drop column applied_as;
    `)
  }
}
