import db from '@adonisjs/lucid/services/db'
import { inject } from '@adonisjs/core'
import { storefront as config } from '#config/storefront'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'
import Refusal from '#kernel/refusals/refusal'
import { orgSuspended } from '#kernel/refusals/refusals'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'
import type { ShopListing } from '#storefront/rules/listing'
import { slugOfHost } from '#storefront/rules/hostname'
import type { Storefront } from '#storefront/rules/storefront'
import { keptShop } from '#storefront/store/public_shops'
import FindStorefront, { type FullStorefront } from './find_storefront.js'
import ListListings from './list_listings.js'

/** A shop as its visitors see it. */
export type Shop = {
  orgId: string
  org: { id: string; name: string }
  storefront: FullStorefront
  portal: { enabled: boolean }
  listings: ShopListing[]
}

/** The maximum number of listings in one answer. The other listings are available in pages. */
const MOST_LISTINGS = 200

/** Finds shops for visitors. Results are cached for a minute (contract/10-storefront#104-public). */
@inject()
export default class FindShop {
  constructor(
    protected storefronts: FindStorefront,
    protected domains: FindVerifiedDomain,
    protected portals: FindOpenPortal,
    protected listings: ListListings
  ) {}

  /**
   * Finds the shop of a host name, which must come from `comparedHostname`.
   * @throws Refusal ORG_NOT_FOUND if no org has the host; FORBIDDEN if the org is suspended; STOREFRONT_NOT_FOUND if
   *   the org has no visible storefront.
   */
  byHostname(host: string): Promise<Shop> {
    return keptShop(`host ${host}`, async () => {
      const orgId = await this.orgOf(host)
      if (!orgId) throw new Refusal('ORG_NOT_FOUND', { message: 'No org has this hostname' })
      return this.#shop(orgId)
    })
  }

  /**
   * Finds the shop of an org, with the listings of one product only if the scope is bound to it.
   * @throws Refusal FORBIDDEN if the org is suspended; STOREFRONT_NOT_FOUND if it has no visible storefront.
   */
  ofScope({ orgId, productId }: Pick<Scope, 'orgId' | 'productId'>): Promise<Shop> {
    return keptShop(`org ${orgId} ${productId ?? ''}`, () => this.#shop(orgId, productId))
  }

  /** Returns whether a host belongs to an org. @throws Refusal FORBIDDEN if the org is suspended. */
  async has(host: string): Promise<boolean> {
    const orgId = await this.orgOf(host)
    return orgId !== null && (await openOrg(orgId)) !== null
  }

  /** The org of a host, by its slug or by a verified domain; null if no org has the host. */
  protected async orgOf(host: string): Promise<string | null> {
    const slug = slugOfHost(host, config.domain)
    if (slug === null) return this.domains.orgOf(host, 'hosting')
    const sql = `select org_id as "orgId" from storefronts where slug = ?`
    return (await firstRow<{ orgId: string }>(db.connection(), sql, [slug]))?.orgId ?? null
  }

  /**
   * Finds a visible storefront by its id. The result is cached too.
   * @throws Refusal STOREFRONT_NOT_FOUND; FORBIDDEN if the org is suspended.
   */
  byId(id: string): Promise<Storefront & { orgId: string }> {
    return keptShop(`id ${id}`, async () => {
      const found = await this.storefronts.byId(id)
      const org = found && (await openOrg(found.orgId))
      if (!org || !found.published || found.suspendedAt !== null) throw new Refusal('STOREFRONT_NOT_FOUND')
      return found
    })
  }

  async #shop(orgId: string, productId: string | null = null): Promise<Shop> {
    const org = await openOrg(orgId)
    const storefront = await this.storefronts.settled(orgId)
    if (!org || !storefront?.published || storefront.suspendedAt !== null) {
      throw new Refusal('STOREFRONT_NOT_FOUND')
    }
    const [full, page, portal] = await Promise.all([
      this.storefronts.full(storefront),
      this.listings.published({ orgId, productId }, { limit: MOST_LISTINGS }),
      this.portals.ofOrg(orgId),
    ])
    if (!portal) throw new Refusal('STOREFRONT_NOT_FOUND')
    return {
      orgId,
      org,
      storefront: full,
      portal: { enabled: portal.portal.enabled },
      listings: page.items,
    }
  }
}

/** An org that is not suspended; null if it was deleted in the meantime. @throws Refusal FORBIDDEN if it is suspended. */
async function openOrg(orgId: string): Promise<{ id: string; name: string } | null> {
  const sql = `select name, suspended_at is not null as suspended from orgs where id = ?`
  const org = await firstRow<{ name: string; suspended: boolean }>(db.connection(), sql, [orgId])
  if (!org) return null
  if (org.suspended) throw orgSuspended()
  return { id: orgId, name: org.name }
}
