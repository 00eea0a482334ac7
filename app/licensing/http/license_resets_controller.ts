import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ResetBindings from '#licensing/actions/reset_bindings'
import { ok } from '#http/envelope'
import { toFullLicense } from './license_transformer.js'
import { reasonValidator } from './licenses_input.js'
import { uuidParam } from '#http/path'

/** Clears the bindings of a license (interface#binding-resets, contract#api-key-family). */
@inject()
export default class LicenseResetsController {
  constructor(protected reset: ResetBindings) {}

  hwid(ctx: HttpContext) {
    return this.#answer(ctx, 'HWID')
  }

  ip(ctx: HttpContext) {
    return this.#answer(ctx, 'IP')
  }

  async #answer(ctx: HttpContext, kind: 'HWID' | 'IP') {
    const { reason } = await reasonValidator.validate(ctx.request.body())
    const license = await this.reset.execute(ctx.scope, uuidParam(ctx, 'id'), kind, reason)
    return ok({ license: toFullLicense(license, Date.now(), ctx.sees) })
  }
}
