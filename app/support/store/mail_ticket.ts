import { consoleUrl } from '#config/app'
import { portalPage } from '#config/portal'
import { recordMail } from '#kernel/mail/mails'
import { ticketAnsweredMail, ticketWrittenMail } from '#kernel/mail/ticket_texts'
import { firstRow, rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The ticket that a mail is about. */
export type MailedTicket = {
  id: string
  orgId: string
  number: number
  endUserId: string
  assigneeId: string | null
}

/** The most people who get a mail about a message of a ticket without an assignee. */
const MOST_MAILS = 50

/** Mails the end user about an answer, if they have an address (contract/11-tickets). */
export async function mailEndUser(trx: Trx, ticket: MailedTicket, now: Millis) {
  const to = await firstRow<{ email: string | null; sender: string; page: string | null }>(
    trx,
    `select u.email, coalesce(p.settings #>> '{branding,name}', o.name) as sender,
       p.settings #>> '{returnUrls,0}' as page
     from end_users u join orgs o on o.id = u.org_id left join org_portals p on p.org_id = u.org_id
     where u.org_id = ? and u.id = ?`,
    [ticket.orgId, ticket.endUserId]
  )
  if (!to?.email) return
  const link = `${to.page ?? portalPage(ticket.orgId)}#ticket=${ticket.id}`
  const mail = { to: to.email, ...ticketAnsweredMail(to.sender, ticket.number, link) }
  await recordMail(trx, mail, now, ticket.orgId)
}

/**
 * Mails the merchant about a new ticket or a new message: the assignee, or else every OWNER and ADMIN, at most
 * `MOST_MAILS` of them; disabled users get none (contract/11-tickets).
 */
export async function mailMerchant(trx: Trx, ticket: MailedTicket, isNew: boolean, now: Millis) {
  const people = await rows<{ email: string; org: string; assigned: boolean }>(
    trx,
    `select u.email, o.name as org, coalesce(m.user_id = ?::uuid, false) as assigned
     from org_members m join users u on u.id = m.user_id join orgs o on o.id = m.org_id
     where m.org_id = ? and u.disabled_at is null and (m.user_id = ?::uuid or m.role in ('OWNER', 'ADMIN'))
     order by assigned desc, m.user_id limit ?`,
    [ticket.assigneeId, ticket.orgId, ticket.assigneeId, MOST_MAILS]
  )
  const told = people[0]?.assigned ? people.slice(0, 1) : people
  const link = `${consoleUrl}/${ticket.orgId}/tickets/${ticket.id}`
  for (const { email, org } of told) {
    await recordMail(trx, { to: email, ...ticketWrittenMail(org, ticket.number, link, isNew) }, now)
  }
}
