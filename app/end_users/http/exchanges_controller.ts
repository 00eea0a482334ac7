import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import ExchangeEndUser from '#end_users/actions/exchange_end_user'
import { ok } from '#http/envelope'
import { refuseLossyNumbers } from '#http/exact_numbers'
import { exchangeValidator } from './exchange_input.js'
import { toProfile } from './profile_transformer.js'
import { deviceOf } from './signed_in.js'

/** The door that the merchant's own server uses (contract/09-end-users#93-the-exchange-the-merchant-vouches). */
@inject()
export default class ExchangesController {
  constructor(protected exchange: ExchangeEndUser) {}

  async store(ctx: HttpContext) {
    refuseLossyNumbers(ctx)
    const body = await exchangeValidator.validate(ctx.request.body())
    const { emailVerified = false, licenseKeys = [], returnUrl = null, ...person } = body
    const asked = { person, emailVerified, licenseKeys, returnUrl }
    const { endUser, ...result } = await this.exchange.execute(ctx.scope, asked, deviceOf(ctx), originOf(ctx))
    if (result.created) ctx.response.status(201)
    return ok({ endUser: toProfile(endUser), ...result })
  }
}
