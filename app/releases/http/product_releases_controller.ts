import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import ChangeRelease from '#releases/actions/change_release'
import CreateRelease from '#releases/actions/create_release'
import DeleteRelease from '#releases/actions/delete_release'
import MoveRelease from '#releases/actions/move_release'
import FindRelease from '#releases/queries/find_release'
import ListReleases from '#releases/queries/list_releases'
import type { ReleaseMove } from '#releases/rules/release_moves'
import { toListedRelease, toRelease } from './release_transformer.js'
import { newReleaseValidator, releasePatchValidator, releasesQuery, yankValidator } from './releases_input.js'

/** Manages the releases of a product, for its merchant (contract/12-releases#121-publishing). */
@inject()
export default class ProductReleasesController {
  constructor(
    protected find: FindRelease,
    protected moveRelease: MoveRelease
  ) {}

  @inject()
  async index({ request, scope }: HttpContext, list: ListReleases) {
    const { filter, page } = await releasesQuery(request.qs())
    const { items, nextCursor } = await list.execute(scope, filter, page)
    return ok({ releases: items.map(toListedRelease), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, create: CreateRelease) {
    refuseLossyNumbers(ctx)
    const asked = await newReleaseValidator.validate(ctx.request.body())
    const scope = { ...ctx.scope, productId: ctx.scope.productId! }
    const release = await create.execute(scope, asked, originOf(ctx))
    ctx.response.status(201)
    return ok({ release: toRelease(release) })
  }

  async show(ctx: HttpContext) {
    return ok({ release: toRelease(await this.find.byId(ctx.scope, uuidParam(ctx, 'releaseId'))) })
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeRelease) {
    const id = uuidParam(ctx, 'releaseId')
    refuseLossyNumbers(ctx)
    const patch = await releasePatchValidator.validate(ctx.request.body())
    return ok({ release: toRelease(await change.execute(ctx.scope, id, patch, originOf(ctx))) })
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteRelease) {
    const id = uuidParam(ctx, 'releaseId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, id, originOf(ctx)) })
  }

  async publish(ctx: HttpContext) {
    const id = uuidParam(ctx, 'releaseId')
    await noFieldsValidator.validate(ctx.request.body())
    return this.#move(ctx, id, 'publish', null)
  }

  async yank(ctx: HttpContext) {
    const id = uuidParam(ctx, 'releaseId')
    const { reason } = await yankValidator.validate(ctx.request.body())
    return this.#move(ctx, id, 'yank', reason)
  }

  async unyank(ctx: HttpContext) {
    const id = uuidParam(ctx, 'releaseId')
    await noFieldsValidator.validate(ctx.request.body())
    return this.#move(ctx, id, 'unyank', null)
  }

  async #move(ctx: HttpContext, id: string, move: ReleaseMove, reason: string | null) {
    const release = await this.moveRelease.execute(ctx.scope, id, move, reason, originOf(ctx))
    return ok({ release: toRelease(release) })
  }
}
