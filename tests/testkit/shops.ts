import db from '@adonisjs/lucid/services/db'
import { storefront } from '#config/storefront'
import { newId } from '#kernel/secrets/ids'
import type { NewListing } from '#storefront/actions/change_listing'
import { call } from './api.js'
import { createMerchant, type Merchant } from './merchant.js'

/** The domain of all storefronts in tests. */
export const SHOP_DOMAIN = 'shops.example.com'

/** The paths of a merchant's storefront. */
export const shopPath = ({ orgId }: Pick<Merchant, 'orgId'>) => `/v1/dashboard/orgs/${orgId}/storefront`
export const ordersPath = ({ orgId }: Pick<Merchant, 'orgId'>) => `/v1/dashboard/orgs/${orgId}/orders`

let count = 0

/** A slug that no other storefront has. */
export const newSlug = () => `shop-${process.pid}-${Date.now().toString(36)}-${count++}`

/** A merchant with a published storefront below SHOP_DOMAIN. */
export async function createShop(merchant?: Merchant) {
  storefront.domain = SHOP_DOMAIN
  const owner = merchant ?? (await createMerchant())
  const slug = newSlug()
  const body = { name: 'Editor shop', slug, published: true }
  const { token } = owner
  const made = await call('PUT', shopPath(owner), { token, body })
  return {
    merchant: owner,
    token,
    slug,
    host: `${slug}.${SHOP_DOMAIN}`,
    storefront: made.body.data.storefront,
  }
}

/** A listing of a merchant, published by default. */
export async function createListing(
  merchant: Merchant,
  { published = true, ...fields }: Partial<NewListing> & { published?: boolean } = {}
) {
  const { token, productId } = merchant
  const body = { productId, name: 'One year', kind: 'new', ...fields }
  const { listing } = (await call('POST', `${shopPath(merchant)}/listings`, { token, body })).body.data
  if (published) await call('POST', `${shopPath(merchant)}/listings/${listing.id}/publish`, { token })
  return { ...listing, published } as { id: string; kind: string; name: string; published: boolean }
}

/** Inserts published copies of a listing directly into the database, in front of all listings that are made later. */
export async function copyListing(listingId: string, count: number) {
  const ids = Array.from({ length: count }, () => newId())
  await db.rawQuery(
    `insert into listings (id, org_id, product_id, kind, settings, published, per_customer, created_at, updated_at)
     select v.id, l.org_id, l.product_id, l.kind, l.settings, true, l.per_customer, l.created_at, l.updated_at
     from listings l, unnest(?::uuid[]) as v (id) where l.id = ?`,
    [ids, listingId]
  )
}
