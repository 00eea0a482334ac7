import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ResetBindings from '#actions/licenses/reset_bindings'
import { ok } from '#exceptions/envelope'
import { uuidParam } from '#middleware/org_middleware'
import { toFullLicense } from '#transformers/license_transformer'
import { reasonValidator } from '#validators/licenses'
import { licenseView } from './license_view.js'

/** Clears the bindings of a license (contract#api-key-family). */
export default class LicenseResetsController {
  @inject()
  async hwid(ctx: HttpContext, reset: ResetBindings) {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const now = Date.now()
    const license = await reset.execute(ctx.scope, uuidParam(ctx, 'id'), 'HWID', reason, now)
    return ok({ license: toFullLicense(license, now, licenseView(ctx)) })
  }

  @inject()
  async ip(ctx: HttpContext, reset: ResetBindings) {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const now = Date.now()
    const license = await reset.execute(ctx.scope, uuidParam(ctx, 'id'), 'IP', reason, now)
    return ok({ license: toFullLicense(license, now, licenseView(ctx)) })
  }
}
