import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AskForCode from '#end_users/actions/ask_for_code'
import EnterByChallenge from '#end_users/actions/enter_by_challenge'
import SpendEndUserChallenge, { type KnownChallenge } from '#end_users/actions/spend_end_user_challenge'
import FindOpenPortal from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { ok } from '#http/envelope'
import { countAttempt, forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import { doorAttempt } from './door_attempt.js'
import {
  askForCodeValidator,
  orgIdOf,
  emailOf,
  verifyCodeValidator,
  verifyLinkValidator,
} from './doors_input.js'
import { deviceOf, signedIn } from './signed_in.js'

/**
 * Signs in by mail (contract/09-end-users#92-getting-in). The order of checks is: portal and door, then attempt
 * limits, then the rest of the body (contract/00-shared-rules).
 */
@inject()
export default class MailedCodesController {
  constructor(
    protected portals: FindOpenPortal,
    protected challenges: SpendEndUserChallenge,
    protected enter: EnterByChallenge
  ) {}

  @inject()
  async store({ request, response }: HttpContext, ask: AskForCode) {
    const body = request.body()
    const orgId = orgIdOf(body)
    const open = orgId === null ? null : await this.portals.withDoor(orgId, 'code')
    await countAttempt('endUserCodesOfAddress', fromNetwork(request.ip()))
    if (open) await countAttempt('endUserCodes', `${orgId} ${emailOf(body)}`)
    const { email, returnUrl } = await askForCodeValidator.validate(body)
    // A body without a valid org id was refused by the validator.
    const started = await ask.execute(open!, email, returnUrl)
    response.status(202)
    return ok(started)
  }

  async verify(ctx: HttpContext) {
    const token: unknown = ctx.request.input('challengeToken')
    const known = typeof token === 'string' ? await this.challenges.ofToken(token) : null
    const challenge = known?.purpose === 'sign_in' ? known : null
    const open = challenge && (await this.portals.withDoor(challenge.orgId, 'code'))
    const attempt = challenge && attemptOf(ctx, challenge)
    if (attempt) await countAttempt('endUserLogin', attempt)
    const { code, useCookies } = await verifyCodeValidator.validate(ctx.request.body())
    if (!challenge || !open || !attempt) throw notProved()
    const result = await this.enter.byCode(open, challenge, code, deviceOf(ctx), Date.now())
    await forgetAttempts('endUserLogin', attempt)
    return signedIn(ctx, result, open, useCookies)
  }

  /**
   * Attempts are not counted, because a link's token has 256 bits. A GET never spends a link, because mail scanners
   * open links.
   */
  async link(ctx: HttpContext) {
    const token: unknown = ctx.request.input('token')
    const known = typeof token === 'string' ? await this.challenges.ofLink(token) : null
    const challenge = known?.purpose === 'sign_in' || known?.purpose === 'portal_link' ? known : null
    const door = challenge?.purpose === 'sign_in' ? 'code' : null
    const open = challenge && (await this.portals.withDoor(challenge.orgId, door))
    const { useCookies } = await verifyLinkValidator.validate(ctx.request.body())
    if (!challenge || !open) throw notProved()
    const result = await this.enter.byLink(open, challenge, deviceOf(ctx), Date.now())
    return signedIn(ctx, result, open, useCookies)
  }
}

const attemptOf = ({ request }: HttpContext, { orgId, email }: KnownChallenge) =>
  doorAttempt(request.ip(), orgId, email)
