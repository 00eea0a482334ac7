import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { dropMails } from '#kernel/mail/mails'
import type { Millis } from '#kernel/time/millis'
import { emptyAnswers } from './empty_answers.js'

/** The ids and the address of a person in one org. */
type Traces = { orgId: string; ids: string[]; email: string | null }

/** Empties the row of a locked end user. It keeps its id, its org and its dates. */
export async function emptyPerson(trx: Trx, orgId: string, id: string, now: Millis) {
  await rows(
    trx,
    `update end_users set email = null, email_verified_at = null, username = null, external_id = null,
       password_hash = null, first_name = null, last_name = null, locale = null, metadata = '{}',
       marketing_consent = false, ban_reason = null, erase_at = null, erased_at = ?, updated_at = ?
     where org_id = ? and id = ?`,
    [new Date(now), new Date(now), orgId, id]
  )
}

/**
 * Deletes sign-ins, challenges, invites, unsent mails and stored responses to repeated requests, and removes the IP
 * addresses from the audit log. Open invites to an address that another end user has by now are kept, because they are
 * for that end user.
 */
export async function eraseTraces(trx: Trx, { orgId, ids, email }: Traces) {
  await rows(trx, `delete from end_user_sessions where org_id = ? and end_user_id = any(?::uuid[])`, [
    orgId,
    ids,
  ])
  const challenged = await rows<{ email: string | null }>(
    trx,
    `delete from end_user_challenges where org_id = ? and (end_user_id = any(?::uuid[]) or email = ?)
     returning email`,
    [orgId, ids, email]
  )
  const invited = await rows<{ id: string; email: string }>(
    trx,
    `delete from end_user_invites i where i.org_id = ? and (i.email = ? or i.end_user_id = any(?::uuid[])
       and (i.accepted_at is not null or not exists (select 1 from end_users u
         where u.org_id = i.org_id and u.email = i.email and u.id <> all(?::uuid[]))))
     returning i.id, i.email`,
    [orgId, email, ids, ids]
  )
  const addresses = [email, ...[...challenged, ...invited].map((one) => one.email)].filter(
    (one) => one !== null
  )
  await dropMails(trx, orgId, await withoutThoseOfOthers(trx, orgId, ids, addresses))
  // A token for one product has keys of its own (`callerOf`).
  await rows(
    trx,
    `delete from idempotency_keys where scope in (
       select 'endUser:' || e.id from unnest(?::uuid[]) as e (id) union all
       select 'endUser:' || e.id || ':' || p.id from unnest(?::uuid[]) as e (id), products p where p.org_id = ?)`,
    [ids, ids, orgId]
  )
  await emptyAnswers(
    trx,
    orgId,
    ids,
    invited.map((one) => one.id)
  )
  await rows(
    trx,
    `update audit_entries set ip = null
     where org_id = ? and actor_type = 'endUser' and actor_id = any(?::uuid[]) and ip is not null`,
    [orgId, ids]
  )
}

/** Leaves out addresses that another end user has by now: their mails are kept. */
async function withoutThoseOfOthers(
  trx: Trx,
  orgId: string,
  ids: string[],
  addresses: string[]
): Promise<string[]> {
  const found = await rows<{ email: string }>(
    trx,
    `select distinct a.email from unnest(?::text[]) as a (email) where not exists (
       select 1 from end_users u where u.org_id = ? and u.email = a.email and u.id <> all(?::uuid[]))`,
    [addresses, orgId, ids]
  )
  return found.map(({ email }) => email)
}
