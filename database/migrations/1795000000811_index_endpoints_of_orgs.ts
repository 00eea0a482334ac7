import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Endpoints of an org, including deleted ones, to list their deliveries together
 * (contract/01-changes#reads-for-a-console).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index webhook_endpoints_of_org on webhook_endpoints (org_id, id)')
  }

  async down() {
    this.schema.raw('drop index webhook_endpoints_of_org')
  }
}
