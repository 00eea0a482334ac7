import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ForgetPassword from '#actions/auth/forget_password'
import SetPassword from '#actions/auth/set_password'
import { originOf } from '#middleware/origin'
import { ok } from '#transformers/envelope'
import { forgotPasswordValidator, resetPasswordValidator } from '#validators/auth'

/** A forgotten password (contract#accounts). The first answer says nothing about the address. */
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
