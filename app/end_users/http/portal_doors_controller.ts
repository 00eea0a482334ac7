import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AcceptEndUserInvite from '#end_users/actions/accept_end_user_invite'
import EnterByLicenseKey from '#end_users/actions/enter_by_license_key'
import EnterByPassword from '#end_users/actions/enter_by_password'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { countAttempt, forgetAttempts, fromNetwork, takeBackAttempt } from '#kernel/limits/attempt_limits'
import {
  acceptEndUserInviteValidator,
  endUserPasswordValidator,
  licenseKeyValidator,
  orgIdOf,
  textOf,
} from './doors_input.js'
import { deviceOf, signedIn } from './signed_in.js'

/**
 * The doors of a portal that need no mail at that moment (contract/09-end-users#92-getting-in). The order of refusals is that
 * of `MailedCodesController`.
 */
@inject()
export default class PortalDoorsController {
  constructor(protected portals: FindOpenPortal) {}

  @inject()
  async password(ctx: HttpContext, enter: EnterByPassword) {
    const body = ctx.request.body()
    const open = await this.#open(body, 'password')
    const attempt = fromNetwork(ctx.request.ip(), `${open?.orgId} ${textOf(body, 'email')}`)
    if (open) await countAttempt('endUserLogin', attempt)
    const { email, password, useCookies } = await endUserPasswordValidator.validate(body)
    const result = await enter.execute(open!, email, password, deviceOf(ctx))
    await forgetAttempts('endUserLogin', attempt)
    return signedIn(ctx, result, open!, useCookies)
  }

  /**
   * Guesses count per network and org: a key names nobody. So a right key takes back its own attempt alone: else whoever
   * has one key would guess at others for ever, with their own in between.
   */
  @inject()
  async licenseKey(ctx: HttpContext, enter: EnterByLicenseKey) {
    const body = ctx.request.body()
    const open = await this.#open(body, 'licenseKey')
    const attempt = fromNetwork(ctx.request.ip(), `${open?.orgId} key`)
    if (open) await countAttempt('endUserLogin', attempt)
    const { licenseKey, useCookies } = await licenseKeyValidator.validate(body)
    const result = await enter.execute(open!, licenseKey, deviceOf(ctx))
    await takeBackAttempt('endUserLogin', attempt)
    return signedIn(ctx, result, open!, useCookies)
  }

  @inject()
  async invite(ctx: HttpContext, accept: AcceptEndUserInvite) {
    const token: unknown = ctx.request.input('token')
    const invite = typeof token === 'string' ? await accept.ofToken(token) : null
    const open = invite && (await this.portals.withDoor(invite.orgId, null))
    const { password, useCookies } = await acceptEndUserInviteValidator.validate(ctx.request.body())
    if (!invite || !open) throw notProved()
    return signedIn(ctx, await accept.execute(open, invite, password, deviceOf(ctx)), open, useCookies)
  }

  /** Null where the body names no org; its validator refuses it then. */
  #open(body: Record<string, unknown>, door: 'password' | 'licenseKey') {
    const orgId = orgIdOf(body)
    return orgId === null ? null : this.portals.withDoor(orgId, door)
  }
}
