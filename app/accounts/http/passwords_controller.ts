import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ForgetPassword from '#accounts/actions/forget_password'
import SetPassword from '#accounts/actions/set_password'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { forgotPasswordValidator, resetPasswordValidator } from './auth_input.js'

/**
 * Resets a forgotten password (contract#accounts). The answer of `forgot` does not reveal whether the address has an
 * account.
 */
export default class PasswordsController {
  @inject()
  async forgot({ request }: HttpContext, forget: ForgetPassword) {
    const { email } = await forgotPasswordValidator.validate(request.body())
    await forget.execute(email, request.ip())
    return ok({ message: 'If the address has an account, a mail with a link is on its way' })
  }

  @inject()
  async reset(ctx: HttpContext, setPassword: SetPassword) {
    const { token, password } = await resetPasswordValidator.validate(ctx.request.body())
    await setPassword.byToken(token, password, originOf(ctx))
    return ok({ reset: true })
  }
}
