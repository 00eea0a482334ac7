import type { HttpContext } from '@adonisjs/core/http'
import type Register from '#actions/auth/register'
import type SignIn from '#actions/auth/sign_in'
import { giveTokens } from '#auth/token_cookies'
import { ok } from '#exceptions/envelope'
import { loginValidator, registerValidator } from '#validators/auth'

/** Signs in by password, or answers with a challenge (interface#41-session-and-user), for both route families. */
export async function answerLogin(ctx: HttpContext, signIn: SignIn) {
  const { email, password, useCookies } = await loginValidator.validate(ctx.request.body())
  const result = await signIn.execute(email, password, ctx.request.ip())
  if ('requires2FA' in result) return ok(result)
  return ok({ user: result.user, ...giveTokens(ctx, result.tokens, useCookies) })
}

/** Signs up (contract#accounts), for both route families. */
export async function answerRegistration(ctx: HttpContext, register: Register) {
  const { useCookies, ...account } = await registerValidator.validate(ctx.request.body())
  const { user, tokens } = await register.execute(account, ctx.request.ip())
  ctx.response.status(201)
  return ok({ user, ...giveTokens(ctx, tokens, useCookies) })
}
