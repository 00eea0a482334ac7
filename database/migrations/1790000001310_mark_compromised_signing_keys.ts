import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A signing key that somebody else may have is taken out of the published set. Its row stays, without the private half,
 * so that the moment at which it retired the key before it is still known.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table signing_keys add column compromised_at timestamptz(3)')
  }

  async down() {
    this.schema.raw(`
      delete from signing_keys where compromised_at is not null;
      alter table signing_keys drop column compromised_at;
    `)
  }
}
