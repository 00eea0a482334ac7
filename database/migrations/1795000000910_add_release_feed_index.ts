import { BaseSchema } from '@adonisjs/lucid/schema'

/** The published releases of a channel, ordered by version: update feeds read this on each call. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create index releases_feed on releases (product_id, channel, sort_key) where status = 'published'
    `)
  }

  async down() {
    this.schema.raw('drop index releases_feed')
  }
}
