import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AcceptEndUserInvite from '#end_users/actions/accept_end_user_invite'
import EnterByLicenseKey from '#end_users/actions/enter_by_license_key'
import EnterByPassword from '#end_users/actions/enter_by_password'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { countAttempt, forgetAttempts, fromNetwork, takeBackAttempt } from '#kernel/limits/attempt_limits'
import { doorAttempt } from './door_attempt.js'
import {
  acceptEndUserInviteValidator,
  endUserPasswordValidator,
  licenseKeyValidator,
  orgIdOf,
  emailOf,
} from './doors_input.js'
import { deviceOf, signedIn } from './signed_in.js'

/**
 * The doors of a portal that send no mail (contract/09-end-users#92-getting-in). Checks run in the same order as in
 * `MailedCodesController`.
 */
@inject()
export default class PortalDoorsController {
  constructor(protected portals: FindOpenPortal) {}

  @inject()
  async password(ctx: HttpContext, enter: EnterByPassword) {
    const body = ctx.request.body()
    const open = await this.#open(body, 'password')
    const attempt = open && doorAttempt(ctx.request.ip(), open.orgId, emailOf(body))
    if (attempt) await countAttempt('endUserLogin', attempt)
    const { email, password, useCookies } = await endUserPasswordValidator.validate(body)
    const result = await enter.execute(open!, email, password, deviceOf(ctx))
    await forgetAttempts('endUserLogin', attempt!)
    return signedIn(ctx, result, open!, useCookies)
  }

  /**
   * Attempts count per network and org, because a key names no end user. A correct key therefore takes back only its
   * own attempt: otherwise a person with one key could reset the count with it and guess other keys without limit.
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

  /** Null if the body has no valid org id; the validator refuses it later. */
  #open(body: Record<string, unknown>, door: 'password' | 'licenseKey') {
    const orgId = orgIdOf(body)
    return orgId === null ? null : this.portals.withDoor(orgId, door)
  }
}
