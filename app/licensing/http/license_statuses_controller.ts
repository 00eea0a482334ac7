import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeLicenseStatus from '#licensing/actions/change_license_status'
import type { StatusCommand } from '#licensing/rules/state_machine'
import { ok } from '#http/envelope'
import { toFullLicense } from './license_transformer.js'
import { reasonValidator } from './licenses_input.js'
import { uuidParam } from '#http/path'

/** Changes of the status of a license (interface#status-routes, contract#api-key-family). */
@inject()
export default class LicenseStatusesController {
  constructor(protected change: ChangeLicenseStatus) {}

  revoke(ctx: HttpContext) {
    return this.#answer(ctx, 'revoke')
  }

  unrevoke(ctx: HttpContext) {
    return this.#answer(ctx, 'unrevoke')
  }

  suspend(ctx: HttpContext) {
    return this.#answer(ctx, 'suspend')
  }

  unsuspend(ctx: HttpContext) {
    return this.#answer(ctx, 'unsuspend')
  }

  async #answer(ctx: HttpContext, command: StatusCommand) {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const license = await this.change.execute(ctx.scope, uuidParam(ctx, 'id'), command, reason)
    return ok({ license: toFullLicense(license, Date.now(), ctx.sees) })
  }
}
