import { BaseSchema } from '@adonisjs/lucid/schema'

/** Mails that wait are found by their recipient, so that an erasure can drop them; the address itself is sealed. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table mails add recipient_hmac text;
      create index mails_recipient on mails (recipient_hmac) where recipient_hmac is not null;
    `)
  }

  async down() {
    this.schema.raw('alter table mails drop recipient_hmac')
  }
}
