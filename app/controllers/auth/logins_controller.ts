import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import SignIn from '#actions/auth/sign_in'
import { giveTokens } from '#auth/token_cookies'
import { ok } from '#exceptions/envelope'
import { loginValidator } from '#validators/auth'

/** POST /v1/auth/login (interface 4.1). */
export default class LoginsController {
  @inject()
  async store(ctx: HttpContext, signIn: SignIn) {
    const { email, password, useCookies } = await loginValidator.validate(ctx.request.body())
    const { user, tokens } = await signIn.execute(email, password)
    return ok({ user, ...giveTokens(ctx, tokens, useCookies) })
  }
}
