import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { noSuch } from '#kernel/refusals/refusals'
import CreateTier from '#licensing/actions/create_tier'
import DeleteTier from '#licensing/actions/delete_tier'
import UpdateTier from '#licensing/actions/update_tier'
import FindTier from '#licensing/queries/find_tier'
import ListTiers from '#licensing/queries/list_tiers'
import { toTier } from './tier_transformer.js'
import { newTierValidator, tierCopyValidator, tierPatchValidator } from './tiers_input.js'

/** Tiers of products (contract/17-tiers). */
export default class TiersController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListTiers) {
    const product = { ...scope, productId: scope.productId! }
    const { items, nextCursor } = await list.execute(product, await limitQuery(request.qs()))
    return ok({ tiers: items.map(toTier), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, create: CreateTier) {
    refuseLossyNumbers(ctx)
    const input = await newTierValidator.validate(ctx.request.body())
    const tier = await create.execute(ctx.scope, ctx.scope.productId!, input, originOf(ctx))
    ctx.response.status(201)
    return ok({ tier: toTier(tier) })
  }

  @inject()
  async show(ctx: HttpContext, find: FindTier) {
    const tier = await find.execute(ctx.scope, uuidParam(ctx, 'tierId'))
    if (!tier) throw noSuch('tier')
    return ok({ tier: toTier(tier) })
  }

  @inject()
  async update(ctx: HttpContext, update: UpdateTier) {
    refuseLossyNumbers(ctx)
    const input = await tierPatchValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'tierId')
    const { tier, affected } = await update.execute(ctx.scope, id, input, originOf(ctx))
    return ok({ tier: toTier(tier), affected })
  }

  @inject()
  async duplicate(ctx: HttpContext, create: CreateTier) {
    const input = await tierCopyValidator.validate(ctx.request.body())
    const tier = await create.duplicate(ctx.scope, uuidParam(ctx, 'tierId'), input, originOf(ctx))
    ctx.response.status(201)
    return ok({ tier: toTier(tier) })
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteTier) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, uuidParam(ctx, 'tierId'), originOf(ctx)) })
  }
}
