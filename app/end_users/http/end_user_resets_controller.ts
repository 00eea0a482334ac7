import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ResetOwnBindings from '#end_users/actions/reset_own_bindings'
import type { ResetKind } from '#end_users/rules/reset_budget'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { toOwnLicense } from './own_license_transformer.js'
import { reachOf } from './reach_of.js'

/** Self-service resets of the signed-in end user (contract/09-end-users#95-licenses-eu). */
@inject()
export default class EndUserResetsController {
  constructor(protected reset: ResetOwnBindings) {}

  hwid(ctx: HttpContext) {
    return this.#answer(ctx, 'HWID')
  }

  ip(ctx: HttpContext) {
    return this.#answer(ctx, 'IP')
  }

  async #answer(ctx: HttpContext, kind: ResetKind) {
    await noFieldsValidator.validate(ctx.request.body())
    const { license, changed } = await this.reset.execute(reachOf(ctx), uuidParam(ctx, 'id'), kind)
    return ok({ license: toOwnLicense(license, ctx, Date.now()), changed })
  }
}
