import { BaseSchema } from '@adonisjs/lucid/schema'

/** The outbox is drained org by org in turn, so that the bulk change of one holds up nobody else's events. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index outbox_events_org on outbox_events (org_id, id)')
  }

  async down() {
    this.schema.raw('drop index outbox_events_org')
  }
}
