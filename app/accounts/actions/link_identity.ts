import type { Identity } from '#accounts/oauth/profiles'
import Refusal from '#kernel/refusals/refusal'
import type { LinkedAccount } from '#accounts/queries/list_linked_accounts'
import { recordAccountAudit, type Origin } from '#kernel/audit/audit'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Links an identity that a provider has vouched for (interface#linking-rules). The two unique constraints of the table
 * enforce the rules, also for simultaneous links.
 * @throws Refusal CONFLICT by the linking rules.
 */
export async function linkIdentity(
  trx: Trx,
  userId: string,
  provider: string,
  { subject, email }: Identity,
  origin: Origin,
  now: number
): Promise<LinkedAccount> {
  const createdAt = new Date(now)
  const linked = await rows(
    trx,
    `insert into linked_accounts (provider, subject, user_id, email, created_at) values (?, ?, ?, ?, ?)
     on conflict do nothing returning 1`,
    [provider, subject, userId, email, createdAt]
  )
  if (linked.length === 0) {
    throw new Refusal('CONFLICT', {
      message:
        'This identity belongs to another user, or you are already connected to this provider: disconnect first',
    })
  }
  await recordAccountAudit(trx, origin, userId, 'account_linked', now, { provider })
  return { provider, email, createdAt }
}
