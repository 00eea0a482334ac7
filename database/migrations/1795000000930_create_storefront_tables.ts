import { BaseSchema } from '@adonisjs/lucid/schema'

/** Storefronts, listings, orders, and the events of payment processors (contract/10-storefront). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table org_counters drop constraint org_counters_name_check,
        add constraint org_counters_name_check check (name in ('tickets', 'orders'));

      create table storefronts (
        id uuid primary key,
        org_id uuid not null unique references orgs (id) on delete cascade,
        slug text not null,
        -- Name, description, currency, support address, terms, theme.
        settings jsonb not null,
        published boolean not null default false,
        -- Set by the operator: while it is there, nobody finds the storefront.
        suspended_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint storefronts_slug_unique unique (slug)
      );

      create table listings (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid not null references products (id) on delete cascade,
        kind text not null check (kind in ('new', 'renewal', 'upgrade', 'addon')),
        -- Everything that an order keeps a copy of.
        settings jsonb not null,
        position integer not null default 0,
        published boolean not null default false,
        per_customer integer,
        stock integer,
        -- Pieces of orders that are pending or fulfilled; moves under the lock of the row.
        taken integer not null default 0,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        archived_at timestamptz(3)
      );
      create index listings_org on listings (org_id, id) where archived_at is null;
      create index listings_product on listings (product_id);

      create table processors (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        provider text not null check (provider in ('stripe', 'paddle', 'lemonsqueezy', 'polar', 'standard')),
        name text not null,
        secret text not null,
        previous_secret text not null default '',
        previous_until timestamptz(3),
        state text not null check (state in ('connected', 'ready', 'paused', 'failing')),
        -- What a paused one is again afterwards.
        paused_from text,
        bad_signatures integer not null default 0,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index processors_org on processors (org_id, id);

      -- Which price or product of a processor means which listing.
      create table listing_refs (
        processor_id uuid not null references processors (id) on delete cascade,
        ref text not null,
        listing_id uuid not null references listings (id) on delete cascade,
        primary key (processor_id, ref)
      );
      create index listing_refs_listing on listing_refs (listing_id);

      -- License ids have no foreign keys: an order outlives its listing and its licenses.
      create table orders (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid not null references products (id) on delete cascade,
        number integer not null,
        state text not null check (state in ('pending', 'fulfilled', 'rejected', 'expired', 'reversed')),
        source text not null check (source in ('claim', 'merchant', 'event')),
        listing_id uuid not null,
        -- The listing as it was sold.
        listing jsonb not null,
        quantity integer not null,
        amount bigint,
        currency text,
        end_user_id uuid not null references end_users (id) on delete cascade,
        target_license_id uuid,
        license_ids uuid[] not null default '{}',
        -- What the fulfilment changed in the target, for the reversal.
        effect jsonb,
        reference text,
        processor_id uuid,
        note text,
        reason text,
        flags text[] not null default '{}',
        created_at timestamptz(3) not null,
        fulfilled_at timestamptz(3),
        closed_at timestamptz(3),
        -- When a pending one expires.
        due_at timestamptz(3),
        constraint orders_number_unique unique (org_id, number)
      );
      create index orders_org on orders (org_id, id);
      create index orders_listing on orders (listing_id, end_user_id);
      create index orders_end_user on orders (end_user_id, id);
      create index orders_due on orders (due_at) where due_at is not null;

      -- A subscription or payment of a processor, with what it has led to. Its row is the lock of its events.
      create table processor_subjects (
        processor_id uuid not null references processors (id) on delete cascade,
        ref text not null,
        org_id uuid not null,
        order_id uuid,
        listing_id uuid,
        license_ids uuid[] not null default '{}',
        period_end timestamptz(3),
        last_event_at timestamptz(3),
        ended_at timestamptz(3),
        primary key (processor_id, ref)
      );

      create table processor_events (
        id uuid primary key,
        processor_id uuid not null references processors (id) on delete cascade,
        org_id uuid not null,
        provider_event_id text not null,
        type text not null,
        body text not null,
        state text not null check (state in ('queued', 'done', 'ignored', 'failed')),
        tries integer not null default 0,
        result text,
        order_id uuid,
        received_at timestamptz(3) not null,
        done_at timestamptz(3),
        -- When it is worked on next; null once nothing is left to do.
        due_at timestamptz(3),
        constraint processor_events_once unique (processor_id, provider_event_id)
      );
      create index processor_events_processor on processor_events (processor_id, id);
      create index processor_events_due on processor_events (due_at) where due_at is not null;
      create index processor_events_received on processor_events (received_at);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table processor_events, processor_subjects, orders, listing_refs, processors, listings, storefronts;
      delete from org_counters where name = 'orders';
      alter table org_counters drop constraint org_counters_name_check,
        add constraint org_counters_name_check check (name in ('tickets'));
    `)
  }
}
