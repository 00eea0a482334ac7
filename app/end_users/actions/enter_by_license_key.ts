import { inject } from '@adonisjs/core'
import type { EndUserProfile } from '#end_users/queries/find_end_user_profile'
import type { OpenPortal } from '#end_users/queries/find_open_portal'
import { notProved } from '#end_users/rules/not_proved'
import { firstRow, millis } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { findTypedKeys } from '#licensing/queries/find_typed_keys'
import IssueEndUserSession, { newSignIn, type Device } from './issue_end_user_session.js'
import { lockWelcome, type LetInResult } from './let_in.js'

type Keyed = { id: string; ownerId: string | null; ownerSince: Millis | null }

/**
 * POST /v1/enduser/auth/license-key: signs in to the one license that the key belongs to
 * (contract/09-end-users#92-getting-in). The person with the key may not be the owner, so the response contains
 * nothing personal about the owner.
 */
@inject()
export default class EnterByLicenseKey {
  constructor(protected issueSession: IssueEndUserSession) {}

  /** @throws Refusal UNAUTHORIZED for an unknown key or that of a revoked license; USER_BANNED for a banned owner. */
  async execute(
    { orgId, portal }: OpenPortal,
    licenseKey: string,
    device: Device,
    now: Millis = Date.now()
  ): Promise<LetInResult> {
    return transaction(async (trx) => {
      const { id: licenseId, ownerId, ownerSince } = await find(trx, orgId, licenseKey)
      if (ownerId) await lockWelcome(trx, orgId, ownerId)
      const signIn = newSignIn({ orgId, endUserId: ownerId, door: 'licenseKey', licenseId }, now)
      const tokens = await this.issueSession.execute(trx, signIn, portal.sessionDays, device, now)
      return { endUser: ownerId === null ? null : nameless(ownerId, ownerSince!), tokens, created: false }
    })
  }
}

async function find(trx: Trx, orgId: string, licenseKey: string): Promise<Keyed> {
  const [id] = await findTypedKeys(trx, { orgId, productId: null }, [licenseKey])
  if (id === null) throw notProved()
  const found = await firstRow<Keyed>(
    trx,
    `select l.id, u.id as "ownerId", ${millis('u.created_at', 'ownerSince')}
     from licenses l left join end_users u on u.id = l.end_user_id and u.org_id = l.org_id
     where l.org_id = ? and l.id = ? and l.status <> 'REVOKED'`,
    [orgId, id]
  )
  if (!found) throw notProved()
  return found
}

/** Builds the profile of an owner without personal data. */
function nameless(id: string, createdAt: Millis): EndUserProfile {
  return {
    id,
    ...{ email: null, emailVerified: false, username: null, externalId: null },
    ...{ firstName: null, lastName: null, locale: null },
    ...{ marketingConsent: false, hasPassword: false, eraseAt: null },
    createdAt,
  }
}
