import { inject } from '@adonisjs/core'
import FindEndUserProfile, { type EndUserProfile } from '#end_users/queries/find_end_user_profile'
import type { PersonFields } from '#end_users/rules/person'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { asDuplicate } from './duplicate_end_user.js'
import { lockWelcome } from './let_in.js'
import { storePerson } from './store_person.js'

/** The fields that end users can change themselves without a proof. */
export type OwnFields = Pick<
  PersonFields,
  'firstName' | 'lastName' | 'username' | 'locale' | 'marketingConsent'
>

/** PATCH /v1/enduser/me: changes the caller's own profile (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class ChangeOwnProfile {
  constructor(protected profiles: FindEndUserProfile) {}

  /** @throws Refusal CONFLICT if another end user has the username; USER_BANNED, UNAUTHORIZED */
  async execute(
    orgId: string,
    id: string,
    patch: OwnFields,
    now: Millis = Date.now()
  ): Promise<EndUserProfile> {
    try {
      return await transaction(async (trx) => {
        await lockWelcome(trx, orgId, id)
        const before = (await this.profiles.byId(orgId, id, trx))!
        await storePerson(trx, { orgId, id, before }, patch, now)
        return (await this.profiles.byId(orgId, id, trx))!
      })
    } catch (error) {
      throw asDuplicate(error)
    }
  }
}
