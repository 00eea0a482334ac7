import { inChunks } from '#kernel/batching/in_chunks'
import { ssoCertificateMail } from '#kernel/mail/org_texts'
import { millis, rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import { iso } from '#kernel/time/iso'
import type { Millis } from '#kernel/time/millis'
import { mailOwners } from '#orgs/store/mail_owners'
import { ANNOUNCED_BEFORE } from '#sso/rules/connection'

/** Certificates per transaction. */
const CHUNK = 100

type Ending = { orgId: string; connectionId: string; fingerprint: string; notAfter: Millis }

/**
 * Announces each certificate that expires within 30 days, once: by the event sso.certificate_expiring and a mail to every
 * OWNER (contract/13-sso#131-setup-owner).
 */
export default class AnnounceCertificates {
  execute(signal?: AbortSignal, now: Millis = Date.now()) {
    return inChunks(CHUNK, () => this.#chunk(now), signal)
  }

  #chunk(now: Millis): Promise<number> {
    return transaction(async (trx) => {
      const ending = await rows<Ending>(
        trx,
        `with ending as (select connection_id, fingerprint from sso_certificates
           where not announced and not_after > ? and not_after <= ? order by not_after, fingerprint limit ?
           for no key update skip locked)
         update sso_certificates c set announced = true from ending e join sso_connections s on s.id = e.connection_id
         where c.connection_id = e.connection_id and c.fingerprint = e.fingerprint
         returning s.org_id as "orgId", c.connection_id as "connectionId", c.fingerprint, ${millis('c.not_after', 'notAfter')}`,
        [new Date(now), new Date(now + ANNOUNCED_BEFORE), CHUNK]
      )
      await recordEvents(
        trx,
        ending.map(({ orgId, connectionId, fingerprint, notAfter }) => ({
          ...{ orgId, productId: null, name: 'sso.certificate_expiring' as const },
          data: { connectionId, fingerprint, expiresAt: iso(notAfter) },
        })),
        now
      )
      for (const { orgId, fingerprint, notAfter } of ending) {
        await mailOwners(trx, orgId, (org) => ssoCertificateMail(org, fingerprint, iso(notAfter)), now)
      }
      return ending.length
    })
  }
}
