import type { Trx } from '#kernel/database/unit_of_work'
import { rows } from '#kernel/database/sql'
import { END_USER_COLUMNS, type EndUser } from '#end_users/queries/end_user_columns'
import { CLAIMANT_COLUMNS } from '#end_users/queries/find_claimant'
import type { NamedEndUsers } from '#end_users/rules/vouched_for'
import type { Claimant } from '#end_users/rules/proved_address'

/** An end user before an exchange changes them. */
export type NamedEndUser = EndUser & Claimant

/**
 * Locks the end users of an org who have an external id or an address, in the order of their ids. An end user who lost
 * the name while this waited for the lock is left out.
 */
export async function lockNamedEndUsers(
  trx: Trx,
  orgId: string,
  { externalId, email }: { externalId: string | null; email: string | null }
): Promise<NamedEndUsers<NamedEndUser>> {
  const found = await rows<NamedEndUser>(
    trx,
    `select ${END_USER_COLUMNS}, ${CLAIMANT_COLUMNS} from end_users u
     where u.org_id = ? and (u.external_id = ? or u.email = ?) order by u.id for no key update`,
    [orgId, externalId, email]
  )
  return {
    byExternalId: found.find((one) => externalId !== null && one.externalId === externalId) ?? null,
    byEmail: found.find((one) => email !== null && one.email === email) ?? null,
  }
}
