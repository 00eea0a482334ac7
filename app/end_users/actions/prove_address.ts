import { recordAudit, SYSTEM } from '#kernel/audit/audit'
import { changedRows, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import { newId } from '#kernel/secrets/ids'
import type { Millis } from '#kernel/time/millis'
import { findClaimant } from '#end_users/queries/find_claimant'
import { notProved } from '#end_users/rules/not_proved'
import type { Portal } from '#end_users/rules/portal'
import { whoProved } from '#end_users/rules/proved_address'
import { lockEndUser } from './lock_end_user.js'

/** The end user of a proved address, locked. */
export type AddressOwner = { endUserId: string; created: boolean }

/** The owner that a proof finds or makes. `takenFrom` is the end user who lost the address by it, still locked. */
export type ProvedOwner = AddressOwner & { takenFrom: string | null }

/** How often another transaction may change the address's owner before this one gives up. */
const LOOKS = 5

/**
 * Returns the end user that a proved address belongs to, and creates one if needed
 * (contract/09-end-users#92-getting-in). Records end_user.created and end_user.updated.
 * @throws Refusal UNAUTHORIZED if the address belongs to no end user and the portal admits only existing ones.
 */
export async function proveAddress(
  trx: Trx,
  orgId: string,
  email: string,
  registration: Portal['registration'],
  now: Millis
): Promise<ProvedOwner> {
  for (let look = 0; look < LOOKS; look++) {
    const seen = await findClaimant(trx, orgId, email)
    if (seen && (await lockEndUser(trx, orgId, seen.id))?.email !== email) continue
    const claimant = seen && (await findClaimant(trx, orgId, email))
    const verdict = whoProved(claimant, registration)
    if (!verdict) throw notProved()
    if (verdict.who === 'claimant') {
      if (!claimant!.proved) await markProved(trx, orgId, claimant!.id, now)
      return { endUserId: claimant!.id, created: false, takenFrom: null }
    }
    const takenFrom = verdict.takenOff ? claimant!.id : null
    if (takenFrom) await takeAddressOff(trx, orgId, takenFrom, now)
    const endUserId = await create(trx, orgId, email, now)
    if (endUserId) return { endUserId, created: true, takenFrom }
  }
  throw new Error('The address changes hands too often to be proved')
}

async function markProved(trx: Trx, orgId: string, endUserId: string, now: Millis) {
  const at = new Date(now)
  await rows(trx, `update end_users set email_verified_at = ?, updated_at = ? where org_id = ? and id = ?`, [
    at,
    at,
    orgId,
    endUserId,
  ])
  await changed(trx, orgId, endUserId, 'emailVerified', now)
}

/**
 * Removes the address from a locked end user who has not proved it; the audit log tells the merchant why it is gone. An
 * open invite to this address notes it, because it still gives their licenses that it names.
 */
export async function takeAddressOff(trx: Trx, orgId: string, endUserId: string, now: Millis) {
  await rows(
    trx,
    `update end_user_invites i set claimed_by = u.id from end_users u
     where u.org_id = ? and u.id = ? and i.org_id = u.org_id and i.email = u.email and i.accepted_at is null`,
    [orgId, endUserId]
  )
  await rows(
    trx,
    `update end_users set email = null, email_verified_at = null, updated_at = ? where org_id = ? and id = ?`,
    [new Date(now), orgId, endUserId]
  )
  await recordAudit(trx, SYSTEM, { orgId, action: 'end_user.address_removed', subject: endUserId }, now)
  await changed(trx, orgId, endUserId, 'email', now)
}

/** Returns null if another transaction has taken the address. */
async function create(trx: Trx, orgId: string, email: string, now: Millis): Promise<string | null> {
  const endUserId = newId()
  const at = new Date(now)
  const made = await changedRows(
    trx,
    `insert into end_users (id, org_id, email, email_verified_at, created_at) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
    [endUserId, orgId, email, at, at]
  )
  if (made === 0) return null
  const event = { orgId, productId: null, name: 'end_user.created', data: { endUserId } } as const
  await recordEvents(trx, [event], now)
  return endUserId
}

function changed(trx: Trx, orgId: string, endUserId: string, field: string, now: Millis) {
  const data = { endUserId, fields: [field] }
  return recordEvents(trx, [{ orgId, productId: null, name: 'end_user.updated', data }], now)
}
