import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Keys that sign responses (interface#55-signed-responses). The one that signs is the newest whose `signs_from` is
 * past; older ones are retired by that, and stay, because what they signed must remain verifiable.
 *
 * The index is for runtime calls without a session id, which find their session by the device.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table signing_keys (
        kid text primary key,
        public_key text not null,
        sealed_private_key text not null,
        signs_from timestamptz(3) not null,
        created_at timestamptz(3) not null
      );
      create index license_sessions_hwid on license_sessions (license_id, hwid);
    `)
  }

  async down() {
    this.schema.raw('drop index license_sessions_hwid; drop table signing_keys')
  }
}
