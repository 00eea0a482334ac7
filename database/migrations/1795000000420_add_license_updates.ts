import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which releases a license may have: those published until a date, those in a range of versions, and those of its
 * channels. Null leaves it to the tier, or to the default.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table licenses add updates_until timestamptz(3), add max_version text, add channels jsonb
    `)
  }

  async down() {
    this.schema.raw('alter table licenses drop updates_until, drop max_version, drop channels')
  }
}
