import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AnswerChallenge from '#accounts/actions/answer_challenge'
import SignIn from '#accounts/actions/sign_in'
import { clientOf } from '#access/origin'
import { giveTokens } from '#access/token_cookies'
import { ok } from '#http/envelope'
import { loginValidator, verifyLoginValidator } from './auth_input.js'

/** Sign-in, in one or two steps (interface#41-session-and-user). */
export default class LoginsController {
  /** Signs in with a password. The answer may be a challenge. */
  @inject()
  async store(ctx: HttpContext, signIn: SignIn) {
    const { email, password, useCookies } = await loginValidator.validate(ctx.request.body())
    const result = await signIn.execute(email, password, signingIn(ctx))
    if ('requires2FA' in result) return ok(result)
    return ok({ user: result.user, ...giveTokens(ctx, result.tokens, useCookies) })
  }

  @inject()
  async verify(ctx: HttpContext, answerChallenge: AnswerChallenge) {
    const { challengeToken, code, useCookies } = await verifyLoginValidator.validate(ctx.request.body())
    const { user, tokens } = await answerChallenge.execute(challengeToken, code, signingIn(ctx))
    return ok({ user, ...giveTokens(ctx, tokens, useCookies) })
  }
}

const signingIn = (ctx: HttpContext) => ({ ...clientOf(ctx), requestId: ctx.request.id() ?? null })
