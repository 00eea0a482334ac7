import { BaseSchema } from '@adonisjs/lucid/schema'

/** Suspended orgs; authorize checks this on each call (contract/01-changes#reads-for-a-console). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table orgs add suspended_at timestamptz(3);
      create index orgs_suspended on orgs (id) where suspended_at is not null;
    `)
  }

  async down() {
    this.schema.raw('alter table orgs drop suspended_at')
  }
}
