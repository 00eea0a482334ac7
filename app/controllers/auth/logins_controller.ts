import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AnswerChallenge from '#actions/auth/answer_challenge'
import SignIn from '#actions/auth/sign_in'
import { giveTokens } from '#auth/token_cookies'
import { ok } from '#exceptions/envelope'
import { verifyLoginValidator } from '#validators/auth'
import { answerLogin } from '../sign_in_requests.js'

/** Signing in, in one step or two (interface#41-session-and-user). */
export default class LoginsController {
  @inject()
  store(ctx: HttpContext, signIn: SignIn) {
    return answerLogin(ctx, signIn)
  }

  @inject()
  async verify(ctx: HttpContext, answerChallenge: AnswerChallenge) {
    const { challengeToken, code, useCookies } = await verifyLoginValidator.validate(ctx.request.body())
    const { user, tokens } = await answerChallenge.execute(challengeToken, code, ctx.request.ip())
    return ok({ user, ...giveTokens(ctx, tokens, useCookies) })
  }
}
