import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AddBlacklistEntries, { type ProductScope } from '#licensing/actions/add_blacklist_entries'
import DeleteBlacklistEntry from '#licensing/actions/delete_blacklist_entry'
import { originOf } from '#access/origin'
import ListBlacklist from '#licensing/queries/list_blacklist'
import { toEntry } from './blacklist_transformer.js'
import { ok } from '#http/envelope'
import { blacklistQuery, entriesValidator, entryValidator } from './blacklists_input.js'
import { uuidParam } from '#http/path'
import { noFieldsValidator, noParametersValidator } from '#http/strict'

/** The blacklist of a product (interface#43-blacklists, contract#blacklists). */
export default class BlacklistsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListBlacklist) {
    const query = await blacklistQuery(request.qs())
    const { entries, nextCursor } = await list.execute(scope as ProductScope, query)
    return ok({ entries: entries.map(toEntry), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, add: AddBlacklistEntries) {
    const fields = await entryValidator.validate(ctx.request.body())
    const entry = await add.one(ctx.scope as ProductScope, fields, originOf(ctx))
    ctx.response.status(201)
    return ok({ entry: toEntry(entry) })
  }

  @inject()
  async bulk(ctx: HttpContext, add: AddBlacklistEntries) {
    await noParametersValidator.validate(ctx.request.qs())
    const { entries } = await entriesValidator.validate(ctx.request.body())
    const result = await add.many(ctx.scope as ProductScope, entries, originOf(ctx))
    ctx.response.status(201)
    return ok(result)
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteBlacklistEntry) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({
      id: await remove.execute(ctx.scope as ProductScope, uuidParam(ctx, 'entryId'), originOf(ctx)),
    })
  }
}
