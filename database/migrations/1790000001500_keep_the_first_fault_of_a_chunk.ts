import { BaseSchema } from '@adonisjs/lucid/schema'

/** What first went wrong with a chunk, in words for whoever started its operation. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table operation_chunks add column fault text')
  }

  async down() {
    this.schema.raw('alter table operation_chunks drop column fault')
  }
}
