import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Data for the export of an end user (contract/09-end-users#96-the-merchants-side): downloads by the license's owner
 * at the time, the end user's actions on licenses that may have another owner today, and accounts merged into theirs.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table downloads add end_user_id uuid;
      update downloads d set end_user_id = l.end_user_id from licenses l
        where l.id = d.license_id and l.end_user_id is not null;
      create index downloads_end_user on downloads (end_user_id, id) where end_user_id is not null;
      create index license_events_end_user on license_events (actor_id, id) where actor_type = 'endUser';
      create index end_users_merged on end_users (merged_into) where merged_into is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index license_events_end_user, end_users_merged;
      alter table downloads drop end_user_id;
    `)
  }
}
