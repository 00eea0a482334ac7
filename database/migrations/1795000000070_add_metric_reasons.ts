import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The reason of denied calls, next to their number (contract/01-changes#reads-for-a-console). Empty if there is no
 * reason.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table metric_deltas add column reason text not null default '';
      alter table metric_hours add column reason text not null default '';
      alter table metric_hours drop constraint metric_hours_pkey;
      alter table metric_hours add primary key (product_id, metric, hour, reason);
    `)
  }

  async down() {
    this.schema.raw(`
      delete from metric_deltas where reason <> '';
      delete from metric_hours where reason <> '';
      alter table metric_hours drop constraint metric_hours_pkey;
      alter table metric_hours drop column reason;
      alter table metric_hours add primary key (product_id, metric, hour);
      alter table metric_deltas drop column reason;
    `)
  }
}
