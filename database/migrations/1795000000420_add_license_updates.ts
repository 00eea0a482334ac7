import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which releases a license may have: those published until a date, those in a version range, and those of its
 * channels. Null means that the tier, or the default, decides.
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
