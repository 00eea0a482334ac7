import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The end user of an invite, so that an erasure finds it after a change of address
 * (contract/09-end-users#96-the-merchants-side).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table end_user_invites add end_user_id uuid;
      create index end_user_invites_user on end_user_invites (end_user_id) where end_user_id is not null;
    `)
  }

  async down() {
    this.schema.raw('alter table end_user_invites drop end_user_id')
  }
}
