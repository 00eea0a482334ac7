import { BaseSchema } from '@adonisjs/lucid/schema'

/** What an order still counts for once its end user was erased (contract/09-end-users#96-the-merchants-side). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table orders
        -- A keyed digest of the erased end user's address, so that the same person has no second share of a listing.
        add claimant text;
      create index orders_claimant on orders (listing_id, claimant) where claimant is not null;
    `)
  }

  async down() {
    this.schema.raw(`alter table orders drop claimant;`)
  }
}
