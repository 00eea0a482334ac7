import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { clearEndUserToken, endUserCookie, giveEndUserTokens } from '#access/token_cookies'
import RenewEndUserSession, {
  deadRefreshToken,
  signOutEndUser,
} from '#end_users/actions/renew_end_user_session'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import FindRenewable from '#end_users/queries/find_renewable'
import { ok } from '#http/envelope'
import { invalidField } from '#kernel/refusals/refusal'
import { endUserRefreshValidator } from './doors_input.js'
import { deviceOf } from './signed_in.js'

/**
 * Renews and ends sign-ins by their refresh token, from the body or the cookie (contract/09-end-users#92-getting-in).
 */
@inject()
export default class RenewalsController {
  constructor(
    protected portals: FindOpenPortal,
    protected renewables: FindRenewable
  ) {}

  @inject()
  async update(ctx: HttpContext, renew: RenewEndUserSession) {
    const { refreshToken, useCookies } = await endUserRefreshValidator.validate(ctx.request.body())
    const token = sent(ctx, refreshToken)
    const { session, open } = await this.#find(token)
    const tokens = await renew.execute(token, session, open.portal, deviceOf(ctx))
    // A token from the cookie is renewed as a cookie, so that no script of a page can exchange it for a readable one.
    const byCookie = useCookies || refreshToken === undefined
    return ok({ tokens: giveEndUserTokens(ctx, tokens, open.portal.sessionDays, byCookie) })
  }

  /** Clears the cookie even if the token is refused. A request from another site cannot make a browser drop it. */
  async destroy(ctx: HttpContext) {
    const { refreshToken } = await endUserRefreshValidator.validate(ctx.request.body())
    const token = sent(ctx, refreshToken)
    clearEndUserToken(ctx)
    const { session } = await this.#find(token)
    await signOutEndUser(session)
    return ok({ revoked: true })
  }

  async #find(token: string) {
    const session = await this.renewables.execute(token)
    if (!session) throw deadRefreshToken()
    return { session, open: await this.portals.withDoor(session.orgId, null) }
  }
}

function sent(ctx: HttpContext, refreshToken: string | undefined): string {
  const token = refreshToken ?? endUserCookie(ctx)
  if (!token) throw invalidField('refreshToken', 'The refreshToken field must be defined')
  return token
}
