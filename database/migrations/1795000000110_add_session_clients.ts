import { BaseSchema } from '@adonisjs/lucid/schema'

/** The client from which a session was last started or renewed (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table refresh_sessions add user_agent text, add address text')
  }

  async down() {
    this.schema.raw('alter table refresh_sessions drop user_agent, drop address')
  }
}
