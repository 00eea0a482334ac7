import { inject } from '@adonisjs/core'
import FindEndUser, { type FullEndUser } from '#end_users/queries/find_end_user'
import type { PersonFields } from '#end_users/rules/person'
import { plainEmail } from '#kernel/text/email'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import { invalidField } from '#kernel/refusals/refusal'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import { asDuplicate } from './duplicate_end_user.js'

/**
 * Adds an end user to an org (contract/09-end-users#96-the-merchants-side). The address that the merchant gives counts
 * as unproved: the person who proves it becomes this end user.
 * @throws Refusal VALIDATION_ERROR if no name is given; CONFLICT if another end user has one of the names
 */
@inject()
export default class CreateEndUser {
  constructor(protected find: FindEndUser) {}

  async execute(
    { orgId }: Scope,
    person: PersonFields,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<FullEndUser> {
    const { email, username, externalId } = person
    if (!email && !username && !externalId)
      throw invalidField('email', 'Name the end user by email, username or externalId')
    const id = newId()
    try {
      return await transaction(async (trx) => {
        await rows(
          trx,
          `insert into end_users (id, org_id, email, username, external_id, first_name, last_name, locale,
             marketing_consent, metadata, created_at, updated_at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            ...[id, orgId, email ? plainEmail(email) : null, username ?? null, externalId ?? null],
            ...[person.firstName ?? null, person.lastName ?? null, person.locale ?? null],
            ...[person.marketingConsent ?? false, JSON.stringify(person.metadata ?? {})],
            ...[new Date(now), new Date(now)],
          ]
        )
        await recordAudit(trx, origin, { orgId, action: 'end_user.created', subject: id }, now)
        const event = { name: 'end_user.created', data: { endUserId: id }, orgId, productId: null } as const
        await recordEvents(trx, [event], now)
        return (await this.find.full({ orgId }, id, now, trx))!
      })
    } catch (error) {
      throw asDuplicate(error)
    }
  }
}
