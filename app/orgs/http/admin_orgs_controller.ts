import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import AdministerOrg from '#orgs/actions/administer_org'
import ListOrgs, { type OperatorOrg } from '#orgs/queries/list_orgs'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { searchPageQuery } from '#http/search_page'
import { noParametersValidator } from '#http/strict'
import Refusal from '#kernel/refusals/refusal'
import { administerOrgValidator } from './admin_orgs_input.js'
import { toAdminOrg } from './org_transformer.js'

/** All orgs, for platform admins (contract/01-changes#reads-for-a-console). */
@inject()
export default class AdminOrgsController {
  constructor(protected orgs: ListOrgs) {}

  async index({ request }: HttpContext) {
    const { search, page } = await searchPageQuery(request.qs())
    const { items, nextCursor } = await this.orgs.execute(search, page)
    return ok({ orgs: items.map(toAdminOrg), nextCursor })
  }

  /** @throws Refusal ORG_NOT_FOUND */
  async show(ctx: HttpContext) {
    await noParametersValidator.validate(ctx.request.qs())
    return ok({ org: toAdminOrg(await this.#find(uuidParam(ctx, 'orgId'))) })
  }

  @inject()
  async update(ctx: HttpContext, administer: AdministerOrg) {
    const orgId = uuidParam(ctx, 'orgId')
    const change = await administerOrgValidator.validate(ctx.request.body())
    await administer.execute(orgId, change, originOf(ctx))
    return ok({ org: toAdminOrg(await this.#find(orgId)) })
  }

  async #find(orgId: string): Promise<OperatorOrg> {
    const org = await this.orgs.one(orgId)
    if (!org) throw new Refusal('ORG_NOT_FOUND')
    return org
  }
}
