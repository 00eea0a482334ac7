import { BaseSchema } from '@adonisjs/lucid/schema'

/** Products and their API keys. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- No cascade: an org with products cannot be deleted, its products are deleted first.
      create table products (
        id uuid primary key,
        org_id uuid not null references orgs (id),
        name text not null,
        key_prefix text,
        policy jsonb not null default '{}',
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      );
      create index products_org on products (org_id, id);

      create table api_keys (
        id uuid primary key,
        product_id uuid not null references products (id) on delete cascade,
        name text not null,
        key_hash text not null,
        last4 text not null,
        permissions text[] not null,
        signing_secret text not null,
        expires_at timestamptz(3),
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null,
        constraint api_keys_hash unique (key_hash)
      );
      create index api_keys_product on api_keys (product_id, id);

      -- Pairs of key string and signing secret that rotations have replaced, each until the end of its own grace period.
      create table api_key_pairs (
        api_key_id uuid not null references api_keys (id) on delete cascade,
        key_hash text not null,
        signing_secret text not null,
        good_until timestamptz(3) not null,
        primary key (api_key_id, key_hash),
        constraint api_key_pairs_hash unique (key_hash)
      );
      create index api_key_pairs_ended on api_key_pairs (good_until);
    `)
  }

  async down() {
    this.schema.raw('drop table api_key_pairs, api_keys, products')
  }
}
