import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { sealSecret } from '#kernel/secrets/secrets'

/** The stored response to a repeated request that replaces one about an erased end user. */
const EMPTY_ANSWER = JSON.stringify({ ok: true, data: {} })

/**
 * Empties the responses stored for the merchant's repeated requests that mention these people, their invites, or their
 * tickets with all messages and attachments. The idempotency keys stay taken, because the request, sent again, must
 * not create the person again.
 */
export async function emptyAnswers(trx: Trx, orgId: string, people: string[], invites: string[]) {
  const ids = [...people, ...invites, ...(await idsInTickets(trx, orgId, people))]
  const kept = await rows<{ scope: string; key: string }>(
    trx,
    `select scope, key from idempotency_keys where mentions && ?::uuid[] and status is not null
     order by scope, key for update`,
    [ids]
  )
  await rows(
    trx,
    `update idempotency_keys k set sealed_body = v.body, location = null, sealed_cookies = null, mentions = null
     from unnest(?::text[], ?::text[], ?::text[]) as v (scope, key, body) where k.scope = v.scope and k.key = v.key`,
    [
      ...[kept.map(({ scope }) => scope), kept.map(({ key }) => key)],
      kept.map(({ scope, key }) => sealSecret(EMPTY_ANSWER, `idempotency_keys.sealed_body:${scope}/${key}`)),
    ]
  )
}

/**
 * The ids of these people's tickets and of their messages and attachments. Responses about those may not mention the
 * end user's id.
 */
async function idsInTickets(trx: Trx, orgId: string, people: string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    trx,
    `with theirs as (select id from tickets where org_id = ? and end_user_id = any(?::uuid[]))
     select id from theirs union all
     select m.id from ticket_messages m join theirs t on t.id = m.ticket_id union all
     select a.id from ticket_attachments a join theirs t on t.id = a.ticket_id`,
    [orgId, people]
  )
  return found.map(({ id }) => id)
}
