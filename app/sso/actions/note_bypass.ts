import type { Origin } from '#kernel/audit/audit'
import { recordAudit } from '#kernel/audit/audit'
import { ssoBypassedMail } from '#kernel/mail/org_texts'
import { rows } from '#kernel/database/sql'
import { apart } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { mailOwners } from '#orgs/store/mail_owners'

/**
 * The most bypasses that this process remembers as recorded. At this number it forgets all and asks the database again.
 */
const MOST_KNOWN = 10_000
const known = new Set<string>()

/** The OWNER who bypassed SSO, and the session. */
export type Bypass = { orgId: string; email: string; session: string }

/**
 * Records that an OWNER entered an org by password although the org enforces SSO. Each sign-in is recorded once, by an
 * audit entry and a mail to every OWNER (contract/13-sso#131-setup-owner).
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
