import { BaseSchema } from '@adonisjs/lucid/schema'

/** Domains that orgs have proved to own (contract/10-storefront#101-domains). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table org_domains (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        -- Lower case, in punycode, without a dot at its end.
        hostname text not null,
        purpose text not null check (purpose in ('hosting', 'email')),
        status text not null check (status in ('pending', 'verified', 'lost')),
        -- It stands in a public TXT record, so it is no secret.
        token text not null unique,
        created_at timestamptz(3) not null,
        verified_at timestamptz(3),
        checked_at timestamptz(3),
        -- Since when the record of a verified name has been missing.
        missing_since timestamptz(3),
        constraint org_domains_name_unique unique (org_id, hostname, purpose)
      );
      -- One org for each name and purpose.
      create unique index org_domains_verified on org_domains (hostname, purpose) where status = 'verified';
      create index org_domains_check on org_domains (checked_at) where status = 'verified';
      create index org_domains_pending on org_domains (created_at) where status = 'pending';
    `)
  }

  async down() {
    this.schema.dropTable('org_domains')
  }
}
