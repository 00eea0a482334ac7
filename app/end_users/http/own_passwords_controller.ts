import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import SetOwnPassword from '#end_users/actions/set_own_password'
import { ok } from '#http/envelope'
import { countAttempt, forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import { doorAttempt } from './door_attempt.js'
import { ownPasswordValidator } from './own_account_input.js'
import { toProfile } from './profile_transformer.js'

/**
 * The password of the signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). Wrong passwords at the door
 * no longer count once a new one is set, so that it works at once.
 */
@inject()
export default class OwnPasswordsController {
  constructor(protected setPassword: SetOwnPassword) {}

  async store({ auth, request, endUserId }: HttpContext) {
    const { token } = auth.use('endUser').getUserOrFail()
    const attempt = fromNetwork(request.ip(), `password ${endUserId}`)
    await countAttempt('endUserLogin', attempt)
    const passwords = await ownPasswordValidator.validate(request.body())
    const endUser = await this.setPassword.execute(endUserId, token, passwords)
    await forgetAttempts('endUserLogin', attempt)
    if (endUser.email)
      await forgetAttempts('endUserLogin', doorAttempt(request.ip(), token.orgId, endUser.email))
    return ok({ endUser: toProfile(endUser) })
  }
}
