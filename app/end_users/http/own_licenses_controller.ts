import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RedeemLicense from '#end_users/actions/redeem_license'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { countAttempt, fromNetwork } from '#kernel/limits/attempt_limits'
import { ownLicensesQuery, typedKeyValidator } from './own_license_input.js'
import { toOwnLicense } from './own_license_transformer.js'
import { reachOf } from './reach_of.js'

/** The licenses of the signed-in end user (contract/09-end-users#95-licenses-eu). */
export default class OwnLicensesController {
  @inject()
  async index(ctx: HttpContext, licenses: FindOwnLicenses) {
    const { filter, page } = await ownLicensesQuery(ctx.request.qs())
    const now = Date.now()
    const { items, nextCursor } = await licenses.page(reachOf(ctx), filter, page, now)
    return ok({ licenses: items.map((one) => toOwnLicense(one, ctx, now)), nextCursor })
  }

  @inject()
  async show(ctx: HttpContext, licenses: FindOwnLicenses) {
    const now = Date.now()
    const license = await licenses.byId(reachOf(ctx), uuidParam(ctx, 'id'), now)
    return ok({ license: toOwnLicense(license, ctx, now) })
  }

  @inject()
  async redeem(ctx: HttpContext, redeem: RedeemLicense) {
    const { endUserId, portal, request } = ctx
    await countAttempt('redeems', endUserId)
    await countAttempt('redeemsOfAddress', fromNetwork(request.ip()))
    const { licenseKey } = await typedKeyValidator.validate(request.body())
    const license = await redeem.execute(reachOf(ctx), endUserId, licenseKey, portal.claimByKey)
    return ok({ license: toOwnLicense(license, ctx, Date.now()) })
  }
}
