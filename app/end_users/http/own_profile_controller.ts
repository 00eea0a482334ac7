import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ChangeOwnProfile from '#end_users/actions/change_own_profile'
import FindEndUserProfile from '#end_users/queries/find_end_user_profile'
import { ok } from '#http/envelope'
import Refusal from '#kernel/refusals/refusal'
import { ownProfileValidator } from './own_account_input.js'
import { toProfile } from './profile_transformer.js'

/** The signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class OwnProfileController {
  constructor(
    protected profiles: FindEndUserProfile,
    protected change: ChangeOwnProfile
  ) {}

  async show({ scope, endUserId }: HttpContext) {
    const profile = await this.profiles.byId(scope.orgId, endUserId)
    if (!profile) throw new Refusal('UNAUTHORIZED')
    return ok({ endUser: toProfile(profile) })
  }

  async update({ request, scope, endUserId }: HttpContext) {
    const patch = await ownProfileValidator.validate(request.body())
    return ok({ endUser: toProfile(await this.change.execute(scope.orgId, endUserId, patch)) })
  }
}
