import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AssignLicense from '#end_users/actions/assign_license'
import CreateLicenses from '#licensing/actions/create_licenses'
import DeleteLicense from '#licensing/actions/delete_license'
import ResetBindings from '#licensing/actions/reset_bindings'
import { requireProduct } from '#access/api_key_guard'
import ListLicenses from '#licensing/queries/list_licenses'
import { ok } from '#http/envelope'
import { toFullLicense, toLicense } from '#licensing/http/license_transformer'
import { requireFilterRights } from '#licensing/http/filter_rights'
import { licenseList } from '#licensing/http/license_list'
import { looseLicenseListQuery } from '#licensing/http/license_list_query'
import {
  appValidator,
  assignValidator,
  legacyCreateValidator,
  licenseIdValidator,
  redeemValidator,
} from './legacy_input.js'
import { givenQuery } from '#http/query'

/** Licenses on the secondary route set (interface#49-secondary-route-set-under-api). */
export default class LicensesController {
  @inject()
  async index(ctx: HttpContext, list: ListLicenses) {
    const { appId } = await appValidator.validate(givenQuery(ctx.request.qs()))
    requireProduct(ctx.scope, appId)
    const query = await looseLicenseListQuery(ctx.request.qs())
    requireFilterRights(ctx, query)
    return ok(await licenseList(ctx, list, query))
  }

  /** Creates licenses without an owner: they are PENDING until they are redeemed (contract#pending). */
  @inject()
  async store(ctx: HttpContext, create: CreateLicenses) {
    const { productId, count } = await legacyCreateValidator.validate(ctx.request.body())
    requireProduct(ctx.scope, productId)
    const licenses = await create.execute(ctx.scope, { productId, count, status: 'PENDING' })
    ctx.response.status(201)
    return ok({ licenses: licenses.map((one) => toLicense(one, ctx.sees)) })
  }

  @inject()
  async assign({ request, scope, sees }: HttpContext, owners: AssignLicense) {
    const { licenseId, ...owner } = await assignValidator.validate(request.body())
    const license = await owners.assign(scope, licenseId, owner)
    return ok({ license: toFullLicense(license, Date.now(), sees) })
  }

  @inject()
  async redeem({ request, scope, sees }: HttpContext, owners: AssignLicense) {
    const { licenseKey, ...owner } = await redeemValidator.validate(request.body())
    const license = await owners.redeem(scope, licenseKey, owner)
    return ok({ license: toFullLicense(license, Date.now(), sees) })
  }

  @inject()
  async resetHwid({ request, scope, sees }: HttpContext, reset: ResetBindings) {
    const { licenseId } = await licenseIdValidator.validate(request.body())
    const license = await reset.execute(scope, licenseId, 'HWID')
    return ok({ license: toFullLicense(license, Date.now(), sees) })
  }

  @inject()
  async destroy({ request, scope }: HttpContext, remove: DeleteLicense) {
    const { licenseId } = await licenseIdValidator.validate(request.body())
    return ok({ id: await remove.execute(scope, licenseId) })
  }
}
