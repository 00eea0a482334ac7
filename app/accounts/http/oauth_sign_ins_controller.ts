import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartOauthSignIn from '#accounts/actions/start_oauth_sign_in'
import TradeSignInCode from '#accounts/actions/trade_sign_in_code'
import { clientOf, originOf } from '#access/origin'
import { giveTokens } from '#access/token_cookies'
import { ok } from '#http/envelope'
import { ownAddress } from '#http/own_address'
import { countAttempt, fromNetwork } from '#kernel/limits/attempt_limits'
import { oauthExchangeValidator, oauthStartValidator } from './auth_input.js'

/** Sign-in with a linked account (interface#linking-rules). It shares the callback of linking. */
export default class OauthSignInsController {
  @inject()
  async store({ request }: HttpContext, start: StartOauthSignIn) {
    const asked = await oauthStartValidator.validate(request.body())
    const redirectUri = ownAddress(asked.redirectUri)
    await countAttempt('ssoStarts', fromNetwork(request.ip()))
    return ok({ redirectUrl: await start.execute({ ...asked, redirectUri }) })
  }

  @inject()
  async exchange(ctx: HttpContext, trade: TradeSignInCode) {
    const { code, codeVerifier, useCookies } = await oauthExchangeValidator.validate(ctx.request.body())
    const result = await trade.execute(code, codeVerifier, originOf(ctx), clientOf(ctx))
    if ('requires2FA' in result) return ok(result)
    return ok({ user: result.user, ...giveTokens(ctx, result.tokens, useCookies) })
  }
}
