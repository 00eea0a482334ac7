import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import AskForNewAddress from '#end_users/actions/ask_for_new_address'
import SpendEndUserChallenge from '#end_users/actions/spend_end_user_challenge'
import TakeNewAddress, { type AddressProof } from '#end_users/actions/take_new_address'
import { notProved } from '#end_users/rules/not_proved'
import { ok } from '#http/envelope'
import { countAttempt, forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import { emailOf } from './doors_input.js'
import { confirmAddressValidator, newAddressValidator } from './own_account_input.js'
import { toProfile } from './profile_transformer.js'

/** Changes the email address of the signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class OwnEmailsController {
  constructor(
    protected challenges: SpendEndUserChallenge,
    protected take: TakeNewAddress
  ) {}

  /** Attempt limits are checked before the body, as at the doors. */
  @inject()
  async store({ request, response, scope, endUserId }: HttpContext, ask: AskForNewAddress) {
    await countAttempt('endUserCodesOfAddress', fromNetwork(request.ip()))
    await countAttempt('endUserCodes', `${scope.orgId} ${emailOf(request.body())}`)
    const { email } = await newAddressValidator.validate(request.body())
    const started = await ask.execute(scope.orgId, endUserId, email)
    response.status(202)
    return ok(started)
  }

  async confirm({ request, scope, endUserId }: HttpContext) {
    const attempt = fromNetwork(request.ip(), `address ${endUserId}`)
    await countAttempt('endUserLogin', attempt)
    const { challengeToken, code } = await confirmAddressValidator.validate(request.body())
    const challenge = await this.challenges.ofToken(challengeToken)
    const own = challenge?.orgId === scope.orgId && challenge.endUserId === endUserId
    if (!challenge || !own || challenge.purpose !== 'email') throw notProved()
    const endUser = await this.take.execute(challenge as AddressProof, code)
    await forgetAttempts('endUserLogin', attempt)
    return ok({ endUser: toProfile(endUser) })
  }
}
