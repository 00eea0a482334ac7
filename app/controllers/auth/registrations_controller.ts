import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Register from '#actions/auth/register'
import VerifyEmail from '#actions/auth/verify_email'
import { ok } from '#exceptions/envelope'
import { verifyEmailValidator } from '#validators/auth'
import { answerRegistration } from '../sign_in_requests.js'

/** Signing up (contract#accounts). */
export default class RegistrationsController {
  @inject()
  store(ctx: HttpContext, register: Register) {
    return answerRegistration(ctx, register)
  }

  @inject()
  async verify({ request }: HttpContext, verifyEmail: VerifyEmail) {
    const { token } = await verifyEmailValidator.validate(request.body())
    return ok({ user: await verifyEmail.execute(token) })
  }
}
