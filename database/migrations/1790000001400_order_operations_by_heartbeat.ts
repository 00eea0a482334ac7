import { BaseSchema } from '@adonisjs/lucid/schema'

/** The sweep takes the operations first that nobody has worked on for longest, however many are unfinished. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index operations_heartbeat on operations (heartbeat_at) where finished_at is null;
      drop index operations_open;
    `)
  }

  async down() {
    this.schema.raw(`
      create index operations_open on operations (id) where finished_at is null;
      drop index operations_heartbeat;
    `)
  }
}
