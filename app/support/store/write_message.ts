import { newId } from '#kernel/secrets/ids'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { Author } from '#support/rules/ticket'

/** A message as it is written; internal ones are for the merchant's people alone. */
export type NewMessage = {
  orgId: string
  ticketId: string
  author: Author
  body: string
  internal?: boolean
}

/** Writes a message of a ticket and returns its id. */
export async function writeMessage(
  trx: Trx,
  { orgId, ticketId, author, body, internal = false }: NewMessage,
  now: Millis
): Promise<string> {
  const id = newId()
  await rows(
    trx,
    `insert into ticket_messages (id, ticket_id, org_id, author_type, author_id, body, internal, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, ticketId, orgId, author.type, author.id, body, internal, new Date(now)]
  )
  return id
}
