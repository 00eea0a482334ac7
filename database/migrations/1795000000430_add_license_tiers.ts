import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The tier of a license and its own features (contract/17-tiers). No index contains them, so a new tier for many
 * licenses updates no index. The number of licenses per tier is maintained as in license_counts.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table licenses add tier_id uuid, add features jsonb;

      create table tier_counts (
        tier_id uuid primary key,
        org_id uuid not null,
        count bigint not null default 0
      );
      create table tier_count_deltas (
        id bigint generated always as identity primary key,
        tier_id uuid not null,
        org_id uuid not null,
        delta integer not null
      );
      create index tier_count_deltas_tier on tier_count_deltas (tier_id);
    `)
  }

  async down() {
    this.schema.raw(
      'drop table tier_count_deltas, tier_counts; alter table licenses drop tier_id, drop features'
    )
  }
}
