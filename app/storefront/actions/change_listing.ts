import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidFields } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import FindStorefront from '#storefront/queries/find_storefront'
import ListListings from '#storefront/queries/list_listings'
import type { ShopListing, ListingKind, ListingSettings, ProviderRef } from '#storefront/rules/listing'
import {
  listingProblems,
  mergedSettings,
  newSettings,
  keptPieces,
  usualPieces,
  type ListingInput,
} from '#storefront/rules/listing_fields'
import { mayPublish, needsProcessor } from '#storefront/rules/publishing'
import { forgetShopAfter } from '#storefront/store/public_shops'
import { assertListedTiers, assertTiersLeft } from '#storefront/store/sold_tiers'
import { writeListing } from '#storefront/store/write_listing'

/** The fields with which a merchant creates a listing. */
export type NewListing = ListingInput & {
  productId: string
  name: string
  kind: ListingKind
  providerRefs?: ProviderRef[]
}

/** The fields of a listing that a merchant changes. Its kind and its product cannot change. */
export type ListingPatch = ListingInput & { providerRefs?: ProviderRef[] }

/** Creates, changes, publishes and archives the listings of an org (contract/10-storefront#103-listings). */
@inject()
export default class ChangeListing {
  constructor(
    protected storefronts: FindStorefront,
    protected listings: ListListings
  ) {}

  /**
   * @throws Refusal STOREFRONT_NOT_SETUP, PRODUCT_NOT_FOUND, VALIDATION_ERROR; NOT_FOUND for an unknown
   *   processor; CONFLICT for a reference that another listing has; those of `assertListedTiers`.
   */
  async create(
    scope: Scope,
    { productId, kind, providerRefs = [], ...sent }: NewListing,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<ShopListing> {
    const settings = checked(kind, newSettings(sent), sent)
    return transaction(async (trx) => {
      const { orgId } = scope
      // The storefront stays until the commit: its removal archives the listings, and must see this one.
      await rows(trx, `select id from storefronts where org_id = ? for key share`, [orgId])
      await this.storefronts.needed(orgId, trx)
      const product = `select 1 from products where org_id = ? and id = ? for key share`
      if (!(await firstRow(trx, product, [orgId, productId]))) throw new Refusal('PRODUCT_NOT_FOUND')
      await assertListedTiers(trx, { orgId, productId }, settings)
      const { position = 0, perCustomer = usualPieces(settings.price), stock = null } = sent
      const id = newId()
      const made = { id, orgId, productId, kind, settings, position, perCustomer, stock, published: false }
      await writeListing(trx, made, providerRefs, now)
      await recordAudit(
        trx,
        origin,
        { orgId, action: 'listing.created', subject: id, data: { productId, kind } },
        now
      )
      return this.listings.byId(scope, id, trx)
    })
  }

  /**
   * @throws Refusal LISTING_NOT_FOUND, VALIDATION_ERROR, PROCESSOR_NOT_READY; NOT_FOUND and CONFLICT as for `create`;
   *   those of `assertListedTiers`.
   */
  change(
    scope: Scope,
    id: string,
    { providerRefs, ...sent }: ListingPatch,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<ShopListing> {
    return this.#write(scope, id, origin, 'listing.updated', now, async (had, trx) => {
      const settings = checked(had.kind, mergedSettings(settingsOf(had), sent), sent)
      await assertListedTiers(trx, had, sent)
      const { position = had.position, perCustomer = keptPieces(had, settings), stock = had.stock } = sent
      const refs = providerRefs ?? had.providerRefs
      return { ...had, settings, position, perCustomer, stock, refs }
    })
  }

  /**
   * Shows a listing to visitors, or hides it.
   * @throws Refusal LISTING_NOT_FOUND, PROCESSOR_NOT_READY; CONFLICT for one whose tier was deleted, because nobody
   *   could order it.
   */
  publish(
    scope: Scope,
    id: string,
    published: boolean,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<ShopListing> {
    const action = published ? 'listing.published' : 'listing.unpublished'
    return this.#write(scope, id, origin, action, now, async (had, trx) => {
      if (published) await assertTiersLeft(trx, had)
      return { ...had, settings: settingsOf(had), refs: had.providerRefs, published }
    })
  }

  /** Archives a listing permanently. Its orders keep their copies. @throws Refusal LISTING_NOT_FOUND */
  async archive(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      await this.#locked(trx, scope, id)
      const { orgId } = scope
      const sql = `update listings set archived_at = ?, published = false where org_id = ? and id = ?`
      await rows(trx, sql, [new Date(now), orgId, id])
      await rows(trx, `delete from listing_refs where listing_id = ?`, [id])
      await recordAudit(trx, origin, { orgId, action: 'listing.archived', subject: id }, now)
      forgetShopAfter(trx, orgId)
      return id
    })
  }

  async #write(
    scope: Scope,
    id: string,
    origin: Origin,
    action: string,
    now: Millis,
    change: (had: ShopListing, trx: Trx) => Promise<Changed>
  ): Promise<ShopListing> {
    return transaction(async (trx) => {
      const had = await this.#locked(trx, scope, id)
      const { refs, ...after } = await change(had, trx)
      // A listing that is published and needs a processor can be changed even while no processor is ready.
      const isShown = action === 'listing.updated' && had.published && needsProcessor(had)
      if (
        after.published &&
        !isShown &&
        !mayPublish(after.settings, await this.storefronts.shopState(scope.orgId, trx))
      ) {
        throw new Refusal('PROCESSOR_NOT_READY')
      }
      await writeListing(trx, after, refs, now)
      await recordAudit(trx, origin, { orgId: scope.orgId, action, subject: id }, now)
      forgetShopAfter(trx, scope.orgId)
      return this.listings.byId(scope, id, trx)
    })
  }

  async #locked(trx: Trx, scope: Scope, id: string): Promise<ShopListing> {
    await rows(trx, `select id from listings where org_id = ? and id = ? for update`, [scope.orgId, id])
    return this.listings.byId(scope, id, trx)
  }
}

type Changed = ShopListing & { settings: ListingSettings; refs: ProviderRef[] }

/** Returns the settings if a listing of this kind can have them. @throws Refusal VALIDATION_ERROR */
function checked(kind: ListingKind, settings: ListingSettings, sent: ListingInput): ListingSettings {
  const problems = listingProblems(kind, settings, sent)
  if (problems.length > 0) throw invalidFields(problems)
  return settings
}

function settingsOf(listing: ShopListing): ListingSettings {
  return mergedSettings(newSettings({ name: listing.name }), listing)
}
