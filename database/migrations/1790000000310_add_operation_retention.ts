import { BaseSchema } from '@adonisjs/lucid/schema'

/** When the files and item results of a finished operation were deleted (contract#retention). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table operations add column retired_at timestamptz(3);
      create index operations_unretired on operations (finished_at)
        where finished_at is not null and retired_at is null;
    `)
  }

  async down() {
    this.schema.raw('drop index operations_unretired; alter table operations drop column retired_at')
  }
}
