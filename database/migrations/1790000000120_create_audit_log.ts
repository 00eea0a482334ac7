import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who did what, from where, in an org. Rows outlive users; they go with their org. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table audit_entries (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        actor_type text not null,
        actor_id uuid,
        action text not null,
        subject_id uuid,
        data jsonb not null default '{}',
        ip text,
        request_id text,
        created_at timestamptz(3) not null
      );
      create index audit_entries_org on audit_entries (org_id, id desc);
    `)
  }

  async down() {
    this.schema.raw('drop table audit_entries')
  }
}
