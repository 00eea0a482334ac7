import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import SignIn from '#actions/auth/sign_in'
import { ok } from '#exceptions/envelope'
import { loginValidator } from '#validators/auth'

/** POST /v1/auth/login (interface 4.1). */
export default class LoginsController {
  @inject()
  async store({ request }: HttpContext, signIn: SignIn) {
    const { email, password } = await loginValidator.validate(request.body())
    return ok(await signIn.execute(email, password))
  }
}
