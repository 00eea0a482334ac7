import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The counts tell frozen licenses from the others, so that a list of either has its total without a look at the
 * licenses. Writers wait while the licenses that are frozen already are counted, once.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      lock table licenses in share row exclusive mode;
      alter table license_count_deltas add column frozen boolean not null default false;
      alter table license_counts add column frozen boolean not null default false;
      alter table license_counts drop constraint license_counts_pkey,
        add primary key (product_id, status, frozen);
      insert into license_count_deltas (org_id, product_id, status, frozen, delta)
        select f.org_id, f.product_id, f.status, flag.frozen, case when flag.frozen then f.count else -f.count end
        from (
          select org_id, product_id, status, count(*)::int as count from licenses
          where frozen_at is not null group by org_id, product_id, status
        ) as f cross join (values (true), (false)) as flag (frozen);
    `)
  }

  async down() {
    this.schema.raw(`
      lock table licenses in share row exclusive mode;
      alter table license_counts drop constraint license_counts_pkey;
      insert into license_count_deltas (org_id, product_id, status, delta)
        select org_id, product_id, status, count from license_counts where frozen;
      delete from license_counts where frozen;
      alter table license_counts drop column frozen, add primary key (product_id, status);
      alter table license_count_deltas drop column frozen;
    `)
  }
}
