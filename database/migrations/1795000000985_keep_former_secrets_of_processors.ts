import { BaseSchema } from '@adonisjs/lucid/schema'

/** Every replaced secret of a processor is valid for its own 24 hours (contract/10-storefront#106-processor-events). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table processor_former_secrets (
        id uuid primary key,
        processor_id uuid not null references processors (id) on delete cascade,
        secret text not null,
        good_until timestamptz(3) not null
      );
      create index processor_former_secrets_processor on processor_former_secrets (processor_id);
      create index processor_former_secrets_ended on processor_former_secrets (good_until);
      insert into processor_former_secrets (id, processor_id, secret, good_until)
        select gen_random_uuid(), id, previous_secret, previous_until from processors
        where previous_secret <> '' and previous_until is not null;
      alter table processors drop previous_secret, drop previous_until;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table processors add previous_secret text not null default '', add previous_until timestamptz(3);
      update processors p set previous_secret = f.secret, previous_until = f.good_until
        from (select distinct on (processor_id) * from processor_former_secrets
          order by processor_id, good_until desc) f where f.processor_id = p.id;
      drop table processor_former_secrets;
    `)
  }
}
