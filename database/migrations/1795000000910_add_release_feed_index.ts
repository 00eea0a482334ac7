import { BaseSchema } from '@adonisjs/lucid/schema'

/** The published releases of a channel, in the order of their versions: what update feeds read with each call. */
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
