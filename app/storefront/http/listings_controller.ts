import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import ChangeListing from '#storefront/actions/change_listing'
import ListListings from '#storefront/queries/list_listings'
import { listingPatchValidator, newListingValidator } from './listings_input.js'
import { toListing } from './storefront_transformer.js'

/** Routes for the listings of an org, used by its merchant (contract/10-storefront#103-listings). */
@inject()
export default class ListingsController {
  constructor(
    protected listings: ListListings,
    protected changeListing: ChangeListing
  ) {}

  async index({ request, scope }: HttpContext) {
    const { items, nextCursor } = await this.listings.execute(scope, await limitQuery(request.qs()))
    return ok({ listings: items.map(toListing), nextCursor })
  }

  async show(ctx: HttpContext) {
    return ok({ listing: toListing(await this.listings.byId(ctx.scope, uuidParam(ctx, 'listingId'))) })
  }

  async store(ctx: HttpContext) {
    refuseLossyNumbers(ctx)
    const asked = await newListingValidator.validate(ctx.request.body())
    const listing = await this.changeListing.create(ctx.scope, asked, originOf(ctx))
    ctx.response.status(201)
    return ok({ listing: toListing(listing) })
  }

  async update(ctx: HttpContext) {
    const id = uuidParam(ctx, 'listingId')
    refuseLossyNumbers(ctx)
    const patch = await listingPatchValidator.validate(ctx.request.body())
    return ok({ listing: toListing(await this.changeListing.change(ctx.scope, id, patch, originOf(ctx))) })
  }

  publish(ctx: HttpContext) {
    return this.#publish(ctx, true)
  }

  unpublish(ctx: HttpContext) {
    return this.#publish(ctx, false)
  }

  async destroy(ctx: HttpContext) {
    const id = uuidParam(ctx, 'listingId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await this.changeListing.archive(ctx.scope, id, originOf(ctx)) })
  }

  async #publish(ctx: HttpContext, published: boolean) {
    const id = uuidParam(ctx, 'listingId')
    await noFieldsValidator.validate(ctx.request.body())
    const listing = await this.changeListing.publish(ctx.scope, id, published, originOf(ctx))
    return ok({ listing: toListing(listing) })
  }
}
