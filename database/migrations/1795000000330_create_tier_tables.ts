import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The features that a product declares, and its tiers (contract/17-tiers). A license refers to its tier without a
 * foreign key, because a check on every change of many licenses would cost too much. Instead, a transaction that
 * assigns a tier holds a lock on the tier's row, and so does one that deletes the tier.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- feature_defaults follows from features: what a license has where nobody says more, for reads and authorize.
      alter table products
        add features jsonb not null default '[]',
        add feature_defaults jsonb not null default '{}';

      create table tiers (
        id uuid primary key,
        org_id uuid not null,
        product_id uuid not null references products (id) on delete cascade,
        code text not null,
        name text not null,
        features jsonb not null default '{}',
        policy jsonb not null default '{}',
        terms jsonb,
        max_hwid_resets integer check (max_hwid_resets >= 0),
        meters jsonb not null default '{}',
        channels text[],
        updates_days integer check (updates_days > 0),
        metadata jsonb not null default '{}',
        position integer not null default 0,
        archived_at timestamptz(3),
        revision integer not null default 1,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint tiers_code_unique unique (product_id, code)
      );
      create index tiers_product on tiers (product_id, position, id);
    `)
  }

  async down() {
    this.schema.raw('drop table tiers; alter table products drop features, drop feature_defaults')
  }
}
