import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import Register from '#actions/auth/register'
import SignIn from '#actions/auth/sign_in'
import { answerLogin, answerRegistration } from '../sign_in_requests.js'

/** Signing up and in on the secondary route set (interface#49-secondary-route-set-under-api): as under /v1/auth. */
export default class AccountsController {
  @inject()
  login(ctx: HttpContext, signIn: SignIn) {
    return answerLogin(ctx, signIn)
  }

  @inject()
  register(ctx: HttpContext, register: Register) {
    return answerRegistration(ctx, register)
  }
}
