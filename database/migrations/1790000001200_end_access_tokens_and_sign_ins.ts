import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A new password begins another generation of access tokens, and a refresh session knows when its sign-in was. The
 * defaults let servers of the release before write beside this one.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table users add column token_generation integer not null default 0;

      alter table refresh_sessions add column signed_in_at timestamptz(3) not null default now();
      update refresh_sessions s set signed_in_at = f.first
        from (select family_id, min(created_at) as first from refresh_sessions group by family_id) f
        where f.family_id = s.family_id;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table refresh_sessions drop column signed_in_at;
      alter table users drop column token_generation;
    `)
  }
}
