import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Requests that carried an Idempotency-Key (interface#56-idempotency). A row without a status is a claim: its request
 * is running, or it died and the claim lapses at `locked_until`. `token` tells whose claim it is, so that a
 * request which lost its claim cannot store an answer.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table idempotency_keys (
        scope text not null,
        key text not null,
        fingerprint text not null,
        token uuid not null,
        locked_until timestamptz(3) not null,
        status smallint,
        sealed_body text,
        location text,
        created_at timestamptz(3) not null,
        primary key (scope, key)
      );
      create index idempotency_keys_created on idempotency_keys (created_at);
    `)
  }

  async down() {
    this.schema.raw('drop table idempotency_keys')
  }
}
