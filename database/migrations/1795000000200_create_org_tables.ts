import { BaseSchema } from '@adonisjs/lucid/schema'

/** Orgs, their members and the invites to them (contract#org-roles, contract#orgs-members-invites). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table orgs (
        id uuid primary key,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      alter table users
        add constraint users_active_org_id_fkey foreign key (active_org_id) references orgs (id) on delete set null;

      create table org_members (
        org_id uuid not null references orgs (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
        created_at timestamptz(3) not null,
        primary key (org_id, user_id)
      );
      create index org_members_user on org_members (user_id);

      create table invites (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        email text not null check (email = lower(email)),
        role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
        token_hash text not null,
        invited_by uuid references users (id) on delete set null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        accepted_at timestamptz(3),
        constraint invites_token unique (token_hash)
      );
      create index invites_org on invites (org_id, id);
      -- An address has at most one open invite to an org.
      create unique index invites_open on invites (org_id, email) where accepted_at is null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop table invites, org_members;
      alter table users drop constraint users_active_org_id_fkey;
      drop table orgs;
    `)
  }
}
