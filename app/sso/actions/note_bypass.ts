import type { Origin } from '#kernel/audit/audit'
import { recordAudit } from '#kernel/audit/audit'
import { ssoBypassedMail } from '#kernel/mail/org_texts'
import { rows } from '#kernel/database/sql'
import { apart } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { mailOwners } from '#orgs/store/mail_owners'

/** Uses that this process has written down already; past this many it looks them up again. */
const MOST_KNOWN = 10_000
const known = new Set<string>()

/** Who came in past SSO, and by which sign-in. */
export type Bypass = { orgId: string; email: string; session: string }

/**
 * Writes down that an OWNER came into an org by password although it enforces SSO, once for each sign-in: audit, and a
 * mail to every OWNER (contract/13-sso#131-setup-owner).
 */
export default class NoteBypass {
  async execute({ orgId, email, session }: Bypass, origin: Origin, now: Millis = Date.now()) {
    const use = `${orgId} ${session}`
    if (known.has(use)) return
    await apart(async (trx) => {
      const fresh = await rows(
        trx,
        `insert into sso_bypasses (org_id, session, created_at) values (?, ?, ?) on conflict do nothing returning 1`,
        [orgId, session, new Date(now)]
      )
      if (fresh.length === 0) return
      const entry = { orgId, action: 'sso.bypassed', subject: origin.actor.id, data: { email } }
      await recordAudit(trx, origin, entry, now)
      await mailOwners(trx, orgId, (org) => ssoBypassedMail(org, email), now)
    })
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(use)
  }
}
