import { BaseSchema } from '@adonisjs/lucid/schema'

/** Sessions of running programs. A license has few sessions, and each call updates one of them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table license_sessions (
        license_id uuid not null references licenses (id) on delete cascade,
        id text not null,
        hwid text,
        ip text,
        started_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (license_id, id)
      ) with (fillfactor = 80);
      -- Calls without a session id find their session by the device.
      create index license_sessions_hwid on license_sessions (license_id, hwid);
    `)
  }

  async down() {
    this.schema.raw('drop table license_sessions')
  }
}
