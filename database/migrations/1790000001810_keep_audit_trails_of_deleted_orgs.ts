import { BaseSchema } from '@adonisjs/lucid/schema'

/** The audit trail of an org outlives the org: deleting everything must not delete the proof of who did it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('alter table audit_entries drop constraint audit_entries_org_id_fkey')
  }

  async down() {
    this.schema.raw(`
      delete from audit_entries a where not exists (select from orgs o where o.id = a.org_id);
      alter table audit_entries
        add constraint audit_entries_org_id_fkey foreign key (org_id) references orgs (id) on delete cascade;
    `)
  }
}
