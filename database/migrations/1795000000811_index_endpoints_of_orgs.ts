import { BaseSchema } from '@adonisjs/lucid/schema'

/** Endpoints of an org, deleted ones too, whose deliveries are listed together (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index webhook_endpoints_of_org on webhook_endpoints (org_id, id)')
  }

  async down() {
    this.schema.raw('drop index webhook_endpoints_of_org')
  }
}
