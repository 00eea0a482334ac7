import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AddBlacklistEntries, { type ProductScope } from '#actions/blacklists/add_blacklist_entries'
import DeleteBlacklistEntry from '#actions/blacklists/delete_blacklist_entry'
import { originOf } from '#middleware/origin'
import ListBlacklist from '#queries/blacklists/list_blacklist'
import { toEntry } from '#transformers/blacklist_transformer'
import { ok } from '#transformers/envelope'
import { blacklistQuery, entriesValidator, entryValidator } from '#validators/blacklists'
import { uuidParam } from '#validators/path'
import { noFieldsValidator } from '#validators/strict'

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
