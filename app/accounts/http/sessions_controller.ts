import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RefreshSession from '#accounts/actions/refresh_session'
import SignOut from '#accounts/actions/sign_out'
import { clientOf } from '#access/origin'
import { clearTokens, giveTokens, refreshCookie } from '#access/token_cookies'
import { invalidField } from '#kernel/refusals/refusal'
import { ok } from '#http/envelope'
import { refreshValidator } from './auth_input.js'

/** Renews and ends a session with its refresh token, from the body or the cookie (interface#53-jwt-tokens). */
export default class SessionsController {
  @inject()
  async update(ctx: HttpContext, refresh: RefreshSession) {
    const { refreshToken, useCookies } = await refreshValidator.validate(ctx.request.body())
    const tokens = await refresh.execute(sent(ctx, refreshToken), clientOf(ctx))
    // A token from the cookie is renewed as a cookie, so that no script of a page can exchange it for a readable one.
    return ok(giveTokens(ctx, tokens, useCookies || refreshToken === undefined))
  }

  /** Clears the cookies even if the token is refused. A request from another site cannot make a browser drop them. */
  @inject()
  async destroy(ctx: HttpContext, signOut: SignOut) {
    const { refreshToken } = await refreshValidator.validate(ctx.request.body())
    const token = sent(ctx, refreshToken)
    clearTokens(ctx)
    await signOut.execute(token)
    return ok({ revoked: true })
  }
}

function sent(ctx: HttpContext, refreshToken: string | undefined): string {
  const token = refreshToken ?? refreshCookie(ctx)
  if (!token) throw invalidField('refreshToken', 'The refreshToken field must be defined')
  return token
}
