import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * When somebody else proved the address of an end user who had only claimed it. An open invite to that address still
 * gives its licenses afterwards (contract/09-end-users#96-the-merchants-side).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table end_users add address_lost_at timestamptz(3)')
  }

  async down() {
    this.schema.raw('alter table end_users drop address_lost_at')
  }
}
