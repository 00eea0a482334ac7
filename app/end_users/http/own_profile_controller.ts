import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import FindEndUserProfile from '#end_users/queries/find_end_user_profile'
import { ok } from '#http/envelope'
import Refusal from '#kernel/refusals/refusal'
import { toProfile } from './profile_transformer.js'

/** The signed-in end user (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class OwnProfileController {
  constructor(protected profiles: FindEndUserProfile) {}

  async show({ scope, endUserId }: HttpContext) {
    const profile = await this.profiles.byId(scope.orgId, endUserId)
    if (!profile) throw new Refusal('UNAUTHORIZED')
    return ok({ endUser: toProfile(profile) })
  }
}
