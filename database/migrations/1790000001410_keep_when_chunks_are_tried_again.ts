import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * When a chunk is tried again whose licenses somebody held, and how often it was given back in a row; and the undos of
 * an operation, for those that ask whether it was undone.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table operation_chunks
        add column not_before timestamptz(3),
        add column given_back integer not null default 0;
      create index operations_undos on operations ((params->>'operationId')) where type = 'licenses.undo';
    `)
  }

  async down() {
    this.schema.raw(`
      drop index operations_undos;
      alter table operation_chunks drop column not_before, drop column given_back;
    `)
  }
}
