import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeLicenseStatus from '#actions/licenses/change_license_status'
import { ok } from '#exceptions/envelope'
import { uuidParam } from '#middleware/org_middleware'
import { toFullLicense } from '#transformers/license_transformer'
import { reasonValidator } from '#validators/licenses'
import { licenseView } from './license_view.js'

/** revoke and unrevoke (contract#api-key-family). */
export default class LicenseRevocationsController {
  @inject()
  async store(ctx: HttpContext, change: ChangeLicenseStatus) {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const now = Date.now()
    const license = await change.execute(ctx.scope, uuidParam(ctx, 'id'), 'revoke', reason, now)
    return ok({ license: toFullLicense(license, now, licenseView(ctx)) })
  }

  @inject()
  async destroy(ctx: HttpContext, change: ChangeLicenseStatus) {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const now = Date.now()
    const license = await change.execute(ctx.scope, uuidParam(ctx, 'id'), 'unrevoke', reason, now)
    return ok({ license: toFullLicense(license, now, licenseView(ctx)) })
  }
}
