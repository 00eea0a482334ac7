import { recordMail } from '#kernel/mail/mails'
import type { MailText } from '#kernel/mail/texts'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The most OWNERs of an org who receive a mail. */
const MOST_OWNERS = 50

/**
 * Queues a mail to every OWNER of an org, up to `MOST_OWNERS`; disabled users get none. `text` receives the name of the
 * org.
 */
export async function mailOwners(trx: Trx, orgId: string, text: (org: string) => MailText, now: Millis) {
  const owners = await rows<{ email: string; org: string }>(
    trx,
    `select u.email, o.name as org from org_members m join users u on u.id = m.user_id
     join orgs o on o.id = m.org_id where m.org_id = ? and m.role = 'OWNER' and u.disabled_at is null
     order by m.user_id limit ?`,
    [orgId, MOST_OWNERS]
  )
  for (const { email, org } of owners) await recordMail(trx, { to: email, ...text(org) }, now)
}
