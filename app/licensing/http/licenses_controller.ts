import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateLicenses from '#licensing/actions/create_licenses'
import DeleteLicense from '#licensing/actions/delete_license'
import PatchLicense from '#licensing/actions/patch_license'
import { refuseLossyNumbers } from '#http/exact_numbers'
import Refusal from '#kernel/refusals/refusal'
import ListLicenses from '#licensing/queries/list_licenses'
import ReadLicense from '#licensing/queries/read_license'
import { ok } from '#http/envelope'
import { toFullLicense, toLicense } from './license_transformer.js'
import { requireFilterRights } from './filter_rights.js'
import { licenseList, viewOf } from './license_list.js'
import { licenseListQuery } from './license_list_query.js'
import { licenseQueryValidator, newLicensesBody, patchLicenseValidator } from './licenses_input.js'
import { ifMatch } from '#http/if_match'
import { uuidParam } from '#http/path'
import { noFieldsValidator, noParametersValidator } from '#http/strict'

/**
 * Licenses of an org or a product, and single ones (interface#42-licenses-jwt-path,
 * interface#44-licenses-api-key-path, contract#3-licenses).
 */
export default class LicensesController {
  @inject()
  async index(ctx: HttpContext, list: ListLicenses) {
    const query = await licenseListQuery(ctx.request.qs())
    requireFilterRights(ctx, query)
    return ok(await licenseList(ctx, list, query))
  }

  @inject()
  async store(ctx: HttpContext, create: CreateLicenses) {
    const { request, response, scope } = ctx
    await noParametersValidator.validate(request.qs())
    refuseLossyNumbers(ctx)
    const body = await newLicensesBody(request.body(), scope.productId)
    const licenses = await create.execute(scope, body)
    response.status(201)
    return ok({ licenses: licenses.map((one) => toLicense(one, ctx.sees)) })
  }

  @inject()
  async show(ctx: HttpContext, read: ReadLicense) {
    const now = Date.now()
    const { include } = await licenseQueryValidator.validate(ctx.request.qs())
    const view = viewOf(ctx, include?.includes('endUser'))
    const license = await read.execute(ctx.scope, uuidParam(ctx, 'id'))
    if (!license) throw new Refusal('LICENSE_NOT_FOUND')
    return ok({ license: toFullLicense(license, now, view) })
  }

  @inject()
  async update(ctx: HttpContext, patch: PatchLicense) {
    refuseLossyNumbers(ctx)
    const { reason, ...changes } = await patchLicenseValidator.validate(ctx.request.body())
    const made = { reason, revision: ifMatch(ctx) }
    const license = await patch.execute(ctx.scope, uuidParam(ctx, 'id'), changes, made)
    return ok({ license: toFullLicense(license, Date.now(), ctx.sees) })
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteLicense) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await remove.execute(ctx.scope, uuidParam(ctx, 'id')) })
  }
}
