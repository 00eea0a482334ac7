import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who had only claimed the address of an open invite when somebody else proved it. The invite still gives their licenses
 * that it names (contract/09-end-users#96-the-merchants-side).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table end_user_invites add claimed_by uuid')
  }

  async down() {
    this.schema.raw('alter table end_user_invites drop claimed_by')
  }
}
