import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The pairs of key string and signing secret that rotations have replaced, each until the end of its own grace period. A
 * signing secret stays bound to its API key, so it is moved here as it is.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table api_key_pairs (
        api_key_id uuid not null references api_keys (id) on delete cascade,
        key_hash text not null,
        signing_secret text not null,
        good_until timestamptz(3) not null,
        primary key (api_key_id, key_hash),
        constraint api_key_pairs_hash unique (key_hash)
      );
      create index api_key_pairs_ended on api_key_pairs (good_until);
      insert into api_key_pairs (api_key_id, key_hash, signing_secret, good_until)
        select id, previous_key_hash, previous_signing_secret, previous_until from api_keys
        where previous_key_hash is not null and revoked_at is null;
      alter table api_keys
        drop column previous_key_hash, drop column previous_signing_secret, drop column previous_until;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table api_keys
        add column previous_key_hash text constraint api_keys_previous_hash unique,
        add column previous_signing_secret text,
        add column previous_until timestamptz(3);
      update api_keys k set previous_key_hash = p.key_hash, previous_signing_secret = p.signing_secret,
        previous_until = p.good_until
        from (select distinct on (api_key_id) * from api_key_pairs order by api_key_id, good_until desc) p
        where p.api_key_id = k.id;
      drop table api_key_pairs;
    `)
  }
}
