import { BaseSchema } from '@adonisjs/lucid/schema'

/** Tables of the kernel, which knows no subject: ids of orgs and products are plain values, without foreign keys. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Secrets that every process needs, sealed by APP_KEYS. A start with other keys fails here, before it seals
      -- anything that no other process can read (contract/01-changes#keys).
      create table app_secrets (
        name text primary key,
        sealed_value text not null,
        created_at timestamptz(3) not null default now()
      );

      -- Keys that sign responses (interface#55-signed-responses). The newest whose signs_from is past signs. Older keys
      -- stay, because what they signed must remain verifiable. A compromised key is no longer published: its row stays
      -- without the private half, because its signs_from is the moment at which the key before it retired.
      create table signing_keys (
        kid text primary key,
        public_key text not null,
        sealed_private_key text not null,
        signs_from timestamptz(3) not null,
        created_at timestamptz(3) not null,
        compromised_at timestamptz(3)
      );

      -- Events on their way to webhooks (contract#outbox): written in the transaction of the change and deleted when
      -- every subscribed endpoint has its delivery. "license" is its form after the change, if an endpoint asks for it.
      -- Rows live for a moment: vacuum runs often, so that dead rows do not pile up in front of new ones.
      create table outbox_events (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid,
        name text not null,
        data jsonb not null,
        created_at timestamptz(3) not null,
        license jsonb
      ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);
      -- The drain takes orgs in turn, so that the bulk change of one org does not delay the events of others.
      create index outbox_events_org on outbox_events (org_id, id);

      -- The audit trail. It outlives users and orgs: deleting everything must not delete the proof of who did it.
      create table audit_entries (
        id uuid primary key,
        org_id uuid not null,
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

      -- Metrics by the hour, behind the time series (contract#time-series). Writers insert deltas, so that they do not
      -- wait for each other; the fold adds the deltas to the hours.
      create table metric_hours (
        product_id uuid not null,
        metric text not null,
        hour timestamptz(3) not null,
        org_id uuid not null,
        count bigint not null default 0,
        primary key (product_id, metric, hour)
      );
      create index metric_hours_org on metric_hours (org_id, metric, hour);

      create table metric_deltas (
        id bigint generated always as identity primary key,
        org_id uuid not null,
        product_id uuid not null,
        metric text not null,
        hour timestamptz(3) not null,
        delta integer not null
      );
      create index metric_deltas_org on metric_deltas (org_id);

      -- Mail that waits to be sent. The content is sealed, because it holds one-time links.
      create table mails (
        id uuid primary key,
        sealed_content text not null,
        attempts smallint not null default 0,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null
      );
      create index mails_due on mails (due_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table mails, metric_deltas, metric_hours, audit_entries, outbox_events, signing_keys, app_secrets;
    `)
  }
}
