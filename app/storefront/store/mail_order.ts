import { consoleUrl } from '#config/app'
import { portalPage } from '#config/portal'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordMail, recordMails } from '#kernel/mail/mails'
import { orderFulfilledMail, orderPaidMail, orderPendingMail } from '#kernel/mail/order_texts'
import type { MailText } from '#kernel/mail/texts'
import type { Millis } from '#kernel/time/millis'
import type { LockedOrder } from './lock_order.js'

/** The maximum number of members who get a mail about one order. */
const MOST_MAILS = 50

/** The fields of a fulfilled order that its mail needs. */
type MailedOrder = Pick<LockedOrder, 'orgId' | 'endUserId' | 'licenseIds' | 'number' | 'listing'>

type Recipient = { place: number; email: string; sender: string; page: string | null; keys: string[] }

/**
 * Mails the keys of fulfilled orders to their end users, unless the storefront's `deliveryMail` is off. The query must
 * find end users and licenses by their ids. With `is true`, Postgres cannot use an index on the org instead, which
 * would scan the whole org when its statistics are missing.
 */
export async function mailFulfilled(trx: Trx, orders: MailedOrder[], now: Millis) {
  const asked = orders.map(({ orgId, endUserId, licenseIds }, place) => ({
    ...{ place, page: portalPage(orgId), org_id: orgId, end_user_id: endUserId, license_ids: licenseIds },
  }))
  const recipients = await rows<Recipient>(
    trx,
    `select v.place, u.email, coalesce(p.settings #>> '{branding,name}', o.name) as sender,
       case when p.enabled then coalesce(p.settings #>> '{returnUrls,0}', v.page) end as page,
       array(select l.key from licenses l where l.id = any(v.license_ids) and (l.org_id = v.org_id) is true order by l.id) as keys
     from jsonb_to_recordset(?::jsonb) as v (place int, page text, org_id uuid, end_user_id uuid,
       license_ids uuid[])
     join end_users u on u.id = v.end_user_id and (u.org_id = v.org_id) is true
     join orgs o on o.id = u.org_id left join org_portals p on p.org_id = u.org_id
     left join storefronts s on s.org_id = u.org_id
     where u.email is not null and coalesce((s.settings -> 'deliveryMail')::boolean, true)`,
    [JSON.stringify(asked)]
  )
  const mails = recipients.map(({ place, email, sender, page, keys }) => {
    const { orgId, number, listing } = orders[place]
    return { to: email, ...orderFulfilledMail(sender, { number, listing: listing.name, keys }, page), orgId }
  })
  await recordMails(trx, mails, now)
}

/** Mails the merchant that a new order waits. */
export async function mailPending(trx: Trx, order: LockedOrder, now: Millis) {
  const { number, listing } = order
  await mailMerchant(trx, order, (org, link) => orderPendingMail(org, number, listing.name, link), now)
}

/** Mails the merchant that an order is paid and could not be fulfilled. `why` is a sentence. */
export async function mailPaid(trx: Trx, order: LockedOrder, why: string, now: Millis) {
  const { number, listing } = order
  await mailMerchant(trx, order, (org, link) => orderPaidMail(org, number, listing.name, why, link), now)
}

/** Mails the OWNERs and ADMINs of the org about an order, at most `MOST_MAILS` of them; disabled users get none. */
async function mailMerchant(
  trx: Trx,
  { id, orgId }: LockedOrder,
  textOf: (org: string, link: string) => MailText,
  now: Millis
) {
  const people = await rows<{ email: string; org: string }>(
    trx,
    `select u.email, o.name as org
     from org_members m join users u on u.id = m.user_id join orgs o on o.id = m.org_id
     where m.org_id = ? and m.role in ('OWNER', 'ADMIN') and u.disabled_at is null order by m.user_id limit ?`,
    [orgId, MOST_MAILS]
  )
  const link = `${consoleUrl}/${orgId}/storefront/orders/${id}`
  for (const { email, org } of people) {
    await recordMail(trx, { to: email, ...textOf(org, link) }, now)
  }
}
