import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a stored answer of an idempotent request needs beside its body. `admission`: the org and the lowest role
 * that let the user in, so that somebody who was demoted or removed since gets no replay; null where nothing of
 * the kind was asked. `sealed_cookies`: the tokens of an answer that went to a browser.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table idempotency_keys add column admission jsonb;
      alter table idempotency_keys add column sealed_cookies text;
    `)
  }

  async down() {
    this.schema.raw('alter table idempotency_keys drop column admission, drop column sealed_cookies')
  }
}
