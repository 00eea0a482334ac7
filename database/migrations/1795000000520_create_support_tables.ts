import { BaseSchema } from '@adonisjs/lucid/schema'

/** Tickets of end users, with their messages and files (contract/11-tickets). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Numbers that an org counts by itself, without gaps: a row is locked until the transaction that counts ends.
      create table org_counters (
        org_id uuid not null references orgs (id) on delete cascade,
        name text not null check (name in ('tickets')),
        value integer not null,
        primary key (org_id, name)
      );

      -- License, product, assignee and the ticket before are ids alone: a ticket outlives them.
      create table tickets (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        number integer not null,
        end_user_id uuid not null references end_users (id) on delete cascade,
        subject text not null,
        status text not null check (status in ('open', 'waiting', 'resolved', 'closed')),
        priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
        license_id uuid,
        product_id uuid,
        assignee_id uuid,
        follows_ticket_id uuid,
        tags text[] not null default '{}',
        last_message_at timestamptz(3) not null,
        last_author text not null check (last_author in ('endUser', 'user')),
        created_at timestamptz(3) not null,
        resolved_at timestamptz(3),
        closed_at timestamptz(3),
        -- When the job moves it on, if nobody does anything until then.
        due_at timestamptz(3),
        constraint tickets_number_unique unique (org_id, number)
      );
      create index tickets_org on tickets (org_id, id);
      create index tickets_end_user on tickets (end_user_id, id);
      create index tickets_license on tickets (license_id) where license_id is not null;
      create index tickets_due on tickets (due_at) where due_at is not null;

      create table ticket_messages (
        id uuid primary key,
        ticket_id uuid not null references tickets (id) on delete cascade,
        org_id uuid not null,
        author_type text not null check (author_type in ('endUser', 'user')),
        author_id uuid not null,
        body text not null,
        internal boolean not null default false,
        created_at timestamptz(3) not null
      );
      create index ticket_messages_ticket on ticket_messages (ticket_id, id);

      -- A row is there before its file is, so that no file is ever forgotten. Bytes are those that are stored.
      create table ticket_attachments (
        id uuid primary key,
        ticket_id uuid not null references tickets (id) on delete cascade,
        org_id uuid not null,
        message_id uuid references ticket_messages (id) on delete cascade,
        author_type text not null check (author_type in ('endUser', 'user')),
        author_id uuid not null,
        name text not null,
        type text not null,
        bytes integer not null default 0,
        sha256 text,
        stored_at timestamptz(3),
        created_at timestamptz(3) not null
      );
      create index ticket_attachments_ticket on ticket_attachments (ticket_id);
      create index ticket_attachments_message on ticket_attachments (message_id);
      create index ticket_attachments_org on ticket_attachments (org_id) include (bytes);
      create index ticket_attachments_unused on ticket_attachments (created_at) where message_id is null;

      -- Files whose rows are gone, whoever deleted those: a job deletes them from the drive.
      create table dropped_files (
        path text primary key,
        dropped_at timestamptz(3) not null default now()
      );
      create function drop_attachment_file() returns trigger language plpgsql as $$
      begin
        insert into dropped_files (path) values ('attachments/' || old.id) on conflict do nothing;
        return null;
      end $$;
      create trigger ticket_attachments_dropped after delete on ticket_attachments
        for each row execute function drop_attachment_file();
    `)
  }

  async down() {
    this.schema.raw(`
      drop table ticket_attachments, dropped_files, ticket_messages, tickets, org_counters;
      drop function drop_attachment_file();
    `)
  }
}
