import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Requests that carried an Idempotency-Key (interface#56-idempotency). A row without a status is a claim: its request is
 * running, or it died and the claim lapses at `locked_until`. `token` identifies the claim, so that a request that lost
 * its claim cannot store a response.
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
        -- SHA-256 of a streamed upload in hexadecimal. It is known only after the upload, so it cannot be part of the
        -- fingerprint with which the claim is made. Null for requests that streamed nothing.
        upload_sha256 text,
        -- The org and the lowest role that admitted the user, so that a user who was demoted or removed since gets no
        -- replay. Null for requests that need no role.
        admission jsonb,
        -- The tokens of a response that went to a browser.
        sealed_cookies text,
        primary key (scope, key)
      );
      create index idempotency_keys_created on idempotency_keys (created_at);
    `)
  }

  async down() {
    this.schema.raw('drop table idempotency_keys')
  }
}
