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
    const { token, session, open } = await this.#find(ctx, refreshToken)
    const tokens = await renew.execute(token, session, open.portal, deviceOf(ctx))
    // A token from the cookie is renewed as a cookie, so that no script of a page can exchange it for a readable one.
    const byCookie = useCookies || refreshToken === undefined
    return ok({ tokens: giveEndUserTokens(ctx, tokens, open.portal.sessionDays, byCookie) })
  }

  async destroy(ctx: HttpContext) {
    const { refreshToken } = await endUserRefreshValidator.validate(ctx.request.body())
    clearEndUserToken(ctx)
    const { session } = await this.#find(ctx, refreshToken)
    await signOutEndUser(session)
    return ok({ revoked: true })
  }

  async #find(ctx: HttpContext, refreshToken: string | undefined) {
    const token = refreshToken ?? endUserCookie(ctx)
    if (!token) throw invalidField('refreshToken', 'The refreshToken field must be defined')
    const session = await this.renewables.execute(token)
    if (!session) throw deadRefreshToken()
    return { token, session, open: await this.portals.withDoor(session.orgId, null) }
  }
}
