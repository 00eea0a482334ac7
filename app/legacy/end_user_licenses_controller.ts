import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireProduct } from '#access/api_key_guard'
import { noSuch } from '#kernel/refusals/refusals'
import FindEndUser from '#end_users/queries/find_end_user'
import ListLicenses from '#licensing/queries/list_licenses'
import { ok } from '#http/envelope'
import { licenseList } from '#licensing/http/license_list'
import { appValidator } from './legacy_input.js'
import { looseLicenseListQuery } from '#licensing/http/license_list_query'
import { uuidParam } from '#http/path'
import { givenQuery } from '#http/query'

/** The licenses that are assigned to an end user (interface#49-secondary-route-set-under-api). */
export default class EndUserLicensesController {
  /**
   * Lists the end user's licenses of the API key's product, with the pagination of every license list.
   * @throws Refusal NOT_FOUND if the id is not an end user of the product's org, FORBIDDEN for another app.
   */
  @inject()
  async index(ctx: HttpContext, find: FindEndUser, list: ListLicenses) {
    const endUserId = uuidParam(ctx, 'id')
    const { appId } = await appValidator.validate(givenQuery(ctx.request.qs()))
    requireProduct(ctx.scope, appId)
    const query = await looseLicenseListQuery(ctx.request.qs())
    if (!(await find.exists(ctx.scope, endUserId))) throw noSuch('user')
    return ok(await licenseList(ctx, list, { ...query, endUserId }))
  }
}
