import { inject } from '@adonisjs/core'
import FindEndUser, { type FullEndUser } from '#end_users/queries/find_end_user'
import type { PersonFields } from '#end_users/rules/person'
import { plainEmail } from '#kernel/text/email'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { asDuplicate } from './duplicate_end_user.js'
import { lockPerson } from './lock_person.js'
import { storePerson } from './store_person.js'

/**
 * Changes an end user for the merchant (contract/09-end-users#96-the-merchants-side). Fields that already have the
 * requested value are ignored and trigger no event. A new address counts as unproved.
 * @throws Refusal USER_NOT_FOUND; CONFLICT if the end user was merged or erased, or if another end user has one of the
 *   names
 */
@inject()
export default class ChangeEndUser {
  constructor(protected find: FindEndUser) {}

  async execute(
    { orgId }: Scope,
    id: string,
    patch: PersonFields,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<FullEndUser> {
    const asked = 'email' in patch ? { ...patch, email: patch.email ? plainEmail(patch.email) : null } : patch
    try {
      return await transaction(async (trx) => {
        await lockPerson(trx, orgId, id)
        const before = (await this.find.full({ orgId }, id, now, trx))!
        const fields = await storePerson(trx, { orgId, id, before }, asked, now)
        if (fields.length === 0) return before
        await recordAudit(
          trx,
          origin,
          { orgId, action: 'end_user.updated', subject: id, data: { fields } },
          now
        )
        return (await this.find.full({ orgId }, id, now, trx))!
      })
    } catch (error) {
      throw asDuplicate(error)
    }
  }
}
