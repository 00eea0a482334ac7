import { hash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { namesTag } from '#kernel/files/http_range'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import FindShop, { type Shop } from '#storefront/queries/find_shop'
import ListListings from '#storefront/queries/list_listings'
import { comparedHostname } from '#storefront/rules/hostname'
import { shopValidator, tlsValidator } from './storefront_input.js'
import { toPublicListing, toShop } from './storefront_transformer.js'

/** The answer for each cached shop. It is built once per shop object. */
const answers = new WeakMap<Shop, { text: string; tag: string }>()

/** Routes by which visitors find shops (contract/10-storefront#104-public). */
@inject()
export default class ShopsController {
  constructor(
    protected shops: FindShop,
    protected listings: ListListings
  ) {}

  async show({ request, response }: HttpContext) {
    const query = request.qs()
    // A missing name is reported first: a misspelt parameter is also a missing `hostname` (interface#72-codes).
    if (!query.hostname) throw new Refusal('MISSING_HOSTNAME')
    const { hostname = '' } = await shopValidator.validate(query)
    const host = comparedHostname(hostname)
    if (host === null) throw invalidField('hostname', 'hostname is not a host name')
    const { text, tag } = answerOf(await this.shops.byHostname(host))
    response.header('etag', tag).header('cache-control', 'public, max-age=60').header('vary', 'origin')
    if (namesTag(request.header('if-none-match'), tag)) return response.status(304).send(null)
    return response.header('content-type', 'application/json; charset=utf-8').send(text)
  }

  /**
   * The shop of the end user's merchant, for pages that do not know its host name. A token of one product sees the
   * listings of that product, because it can order no others.
   */
  async own({ scope }: HttpContext) {
    return ok(toShop(await this.shops.ofScope(scope)))
  }

  async index(ctx: HttpContext) {
    const { orgId } = await this.shops.byId(uuidParam(ctx, 'storefrontId'))
    const page = await limitQuery(ctx.request.qs())
    const { items, nextCursor } = await this.listings.published({ orgId, productId: null }, page)
    return ok({ listings: items.map(toPublicListing), nextCursor })
  }

  async listing(ctx: HttpContext) {
    const { orgId } = await this.shops.byId(uuidParam(ctx, 'storefrontId'))
    const listing = await this.listings.byId({ orgId, productId: null }, uuidParam(ctx, 'listingId'))
    if (!listing.published) throw new Refusal('LISTING_NOT_FOUND')
    return ok({ listing: toPublicListing(listing) })
  }

  /**
   * Tells a proxy that it may get a certificate for a host.
   * @throws Refusal NOT_FOUND; FORBIDDEN if the org is suspended.
   */
  async tls({ request }: HttpContext) {
    const { domain } = await tlsValidator.validate(request.qs())
    const host = comparedHostname(domain)
    if (host === null || !(await this.shops.has(host))) throw noSuch('storefront')
    return ok({ hostname: host })
  }
}

function answerOf(shop: Shop) {
  const known = answers.get(shop)
  if (known) return known
  const text = JSON.stringify(ok(toShop(shop)))
  const answer = { text, tag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"` }
  answers.set(shop, answer)
  return answer
}
