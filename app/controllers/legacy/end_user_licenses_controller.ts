import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireProduct } from '#auth/api_key_guard'
import { noSuch } from '#exceptions/refusals'
import FindEndUser from '#queries/end_users/find_end_user'
import ListLicenses from '#queries/licenses/list_licenses'
import { ok } from '#transformers/envelope'
import { toLicense } from '#transformers/license_transformer'
import { toPagination } from '#transformers/pagination'
import { appValidator } from '#validators/legacy'
import { looseLicenseListQuery } from '#validators/license_list_query'
import { uuidParam } from '#validators/path'
import { givenQuery } from '#validators/query'

/** What somebody whom licenses were assigned to holds (interface#49-secondary-route-set-under-api). */
export default class EndUserLicensesController {
  /**
   * His licenses of the API key's product, paged as every license list. Errors: NOT_FOUND for somebody who
   * is no end user of the product's org, FORBIDDEN for another app.
   */
  @inject()
  async index(ctx: HttpContext, find: FindEndUser, list: ListLicenses) {
    const endUserId = uuidParam(ctx, 'id')
    const { appId } = await appValidator.validate(givenQuery(ctx.request.qs()))
    requireProduct(ctx.scope, appId)
    const query = await looseLicenseListQuery(ctx.request.qs())
    if (!(await find.exists(ctx.scope, endUserId))) throw noSuch('user')
    const { licenses, page, total, nextCursor } = await list.execute(ctx.scope, { ...query, endUserId })
    return ok({
      licenses: licenses.map((one) => toLicense(one, ctx.sees)),
      pagination: toPagination(page, query.pageSize, total),
      nextCursor,
    })
  }
}
