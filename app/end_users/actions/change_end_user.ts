import { isDeepStrictEqual } from 'node:util'
import { inject } from '@adonisjs/core'
import FindEndUser, { type FullEndUser } from '#end_users/queries/find_end_user'
import { lowerEmail, PERSON_COLUMNS, type PersonFields } from '#end_users/rules/person'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import { asDuplicate } from './duplicate_end_user.js'
import { lockPerson } from './lock_person.js'

/**
 * Changes an end user on the merchant's word (contract/09-end-users#96-the-merchants-side). Fields that already have
 * the requested value are ignored and trigger no event. Another address is unproved.
 * @throws Refusal USER_NOT_FOUND; CONFLICT for somebody who was merged or erased, and for a name that somebody has
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
    const asked = 'email' in patch ? { ...patch, email: lowerEmail(patch.email ?? null) } : patch
    try {
      return await transaction(async (trx) => {
        await lockPerson(trx, orgId, id)
        const before = (await this.find.full({ orgId }, id, now, trx))!
        const fields = (Object.keys(PERSON_COLUMNS) as (keyof PersonFields)[]).filter(
          (field) => asked[field] !== undefined && !isDeepStrictEqual(asked[field], before[field])
        )
        if (fields.length === 0) return before
        const set = fields.map((field) => `${PERSON_COLUMNS[field]} = ?`)
        const values = fields.map((field) =>
          field === 'metadata' ? JSON.stringify(asked.metadata) : asked[field]!
        )
        const proof = fields.includes('email') ? ', email_verified_at = null' : ''
        await rows(
          trx,
          `update end_users set ${set.join(', ')}${proof}, updated_at = ? where org_id = ? and id = ?`,
          [...values, new Date(now), orgId, id]
        )
        await recordAudit(
          trx,
          origin,
          { orgId, action: 'end_user.updated', subject: id, data: { fields } },
          now
        )
        const data = { endUserId: id, fields }
        await recordEvents(trx, [{ name: 'end_user.updated', data, orgId, productId: null }], now)
        return (await this.find.full({ orgId }, id, now, trx))!
      })
    } catch (error) {
      throw asDuplicate(error)
    }
  }
}
