import { BaseSchema } from '@adonisjs/lucid/schema'

/** The recipient of each queued mail, so that an erasure can delete the mail; the address itself is encrypted. */
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
