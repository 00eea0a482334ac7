import { recordAudit, SYSTEM, type Origin } from '#kernel/audit/audit'
import { domainLostMail } from '#kernel/mail/org_texts'
import { recordEvents } from '#kernel/outbox/outbox'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { mailOwners } from './mail_owners.js'

/** A domain that its org has lost. */
export type LostDomain = { id: string; orgId: string; hostname: string }

/**
 * Takes verified domains away from their orgs. Writes an audit entry, records the event domain.lost and mails each
 * OWNER. The caller holds the locks of the rows. Returns the domains that were still verified.
 */
export async function loseDomains(
  trx: Trx,
  ids: string[],
  now: Millis,
  origin: Origin = SYSTEM
): Promise<LostDomain[]> {
  const lost = await rows<LostDomain>(
    trx,
    `update org_domains set status = 'lost', checked_at = ? where id = any(?::uuid[]) and status = 'verified'
     returning id, org_id as "orgId", hostname`,
    [new Date(now), ids]
  )
  for (const { id, orgId, hostname } of lost) {
    await recordAudit(trx, origin, { orgId, action: 'domain.lost', subject: id, data: { hostname } }, now)
    await recordEvents(trx, [{ orgId, productId: null, name: 'domain.lost', data: { domainId: id } }], now)
    await mailOwners(trx, orgId, (org) => domainLostMail(org, hostname), now)
  }
  return lost
}
