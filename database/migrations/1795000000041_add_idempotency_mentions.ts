import { BaseSchema } from '@adonisjs/lucid/schema'

/** The ids in a stored response, so that an erasure finds it (contract/09-end-users#96-the-merchants-side). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table idempotency_keys add mentions uuid[];
      create index idempotency_keys_mentions on idempotency_keys using gin (mentions) where mentions is not null;
    `)
  }

  async down() {
    this.schema.raw('alter table idempotency_keys drop mentions')
  }
}
