import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Register from '#accounts/actions/register'
import VerifyEmail from '#accounts/actions/verify_email'
import { clientOf } from '#access/origin'
import { giveTokens } from '#access/token_cookies'
import { ok } from '#http/envelope'
import { registerValidator, verifyEmailValidator } from './auth_input.js'

/** Sign-up, and confirmation of the address (contract#accounts). */
export default class RegistrationsController {
  @inject()
  async store(ctx: HttpContext, register: Register) {
    const { useCookies, ...account } = await registerValidator.validate(ctx.request.body())
    const { user, tokens } = await register.execute(account, clientOf(ctx))
    ctx.response.status(201)
    return ok({ user, ...giveTokens(ctx, tokens, useCookies) })
  }

  @inject()
  async verify({ request }: HttpContext, verifyEmail: VerifyEmail) {
    const { token } = await verifyEmailValidator.validate(request.body())
    return ok({ user: await verifyEmail.execute(token) })
  }
}
