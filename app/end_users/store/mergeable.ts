import type { Mergeable, Merging } from '#end_users/rules/merge'
import { firstRow, millis, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Reads the fields of a locked end user that a merge combines or depends on. */
export async function readMergeable(trx: Trx, orgId: string, id: string): Promise<Merging> {
  const found = await firstRow<Merging>(
    trx,
    `select email, ${millis('email_verified_at', 'emailVerifiedAt')}, username, external_id as "externalId",
       password_hash as "passwordHash", first_name as "firstName", last_name as "lastName", locale,
       marketing_consent as "marketingConsent", metadata, ${millis('banned_at', 'bannedAt')}, ban_reason as "banReason",
       ${millis('erase_at', 'eraseAt')}
     from end_users where org_id = ? and id = ?`,
    [orgId, id]
  )
  return found!
}

/**
 * Empties the source of a merge. The row keeps its id and points to the target; end users who were merged into the
 * source point there too.
 */
export async function writeMerged(trx: Trx, orgId: string, id: string, intoId: string, now: Millis) {
  await rows(
    trx,
    `update end_users set email = null, email_verified_at = null, username = null, external_id = null,
       password_hash = null, first_name = null, last_name = null, locale = null, metadata = '{}',
       marketing_consent = false, ban_reason = null, merged_into = ?, updated_at = ?
     where org_id = ? and id = ?`,
    [intoId, new Date(now), orgId, id]
  )
  await rows(trx, `update end_users set merged_into = ? where org_id = ? and merged_into = ?`, [
    intoId,
    orgId,
    id,
  ])
}

/** Writes the fields of a merge's target. */
export async function writeMergeable(trx: Trx, orgId: string, id: string, person: Mergeable, now: Millis) {
  const { email, emailVerifiedAt, username, externalId, passwordHash, bannedAt, banReason } = person
  const date = (at: Millis | null) => (at === null ? null : new Date(at))
  await rows(
    trx,
    `update end_users set email = ?, email_verified_at = ?, username = ?, external_id = ?, password_hash = ?,
       first_name = ?, last_name = ?, locale = ?, marketing_consent = ?, metadata = ?, banned_at = ?, ban_reason = ?,
       updated_at = ?
     where org_id = ? and id = ?`,
    [
      ...[email, date(emailVerifiedAt), username, externalId, passwordHash],
      ...[person.firstName, person.lastName, person.locale, person.marketingConsent],
      ...[JSON.stringify(person.metadata), date(bannedAt), banReason, new Date(now), orgId, id],
    ]
  )
}
