import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a streamed upload held, as the SHA-256 of its file in hexadecimal: it is known only once the answer is,
 * so it cannot be part of the fingerprint that a claim is made with. Null for requests that streamed nothing.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table idempotency_keys add column upload_sha256 text')
  }

  async down() {
    this.schema.raw('alter table idempotency_keys drop column upload_sha256')
  }
}
