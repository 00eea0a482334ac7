import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { uuidParam } from '#middleware/org_middleware'
import FindEndUser from '#queries/end_users/find_end_user'
import ListLicenses from '#queries/licenses/list_licenses'
import { toLicense } from '#transformers/license_transformer'
import { toPagination } from '#transformers/pagination'
import { appValidator } from '#validators/legacy'
import { looseLicenseListQuery } from '#validators/license_list_query'
import { givenQuery } from '#validators/query'
import { licenseView } from '../keyed/license_view.js'
import { ownProduct } from './own_product.js'

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
    ownProduct(ctx, appId)
    const query = await looseLicenseListQuery(ctx.request.qs())
    if (!(await find.exists(ctx.scope, endUserId)))
      throw new Refusal('NOT_FOUND', { message: 'No such user' })
    const { licenses, page, total, nextCursor } = await list.execute(ctx.scope, { ...query, endUserId })
    return ok({
      licenses: licenses.map((one) => toLicense(one, licenseView(ctx))),
      pagination: toPagination(page, query.pageSize, total),
      nextCursor,
    })
  }
}
