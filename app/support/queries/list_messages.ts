import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Millis } from '#kernel/time/millis'
import type { AuthorType } from '#support/rules/ticket'
import { authorOf } from '#support/store/tickets_of'
import { attachmentsOf, type Attachment } from './find_attachments.js'

/** A message of a ticket (contract/11-tickets). */
export type TicketMessage = {
  id: string
  author: { type: AuthorType; id: string; name: string | null }
  body: string
  internal: boolean
  attachments: Attachment[]
  createdAt: Millis
}

type Row = Omit<TicketMessage, 'attachments'>

const NAME = (table: string) => `nullif(trim(concat_ws(' ', ${table}.first_name, ${table}.last_name)), '')`

/**
 * Selects messages with their authors' names. End users see the name of a member, or else the merchant's name, but
 * never a member's email address.
 */
const SELECT = `select m.id, m.body, m.internal, ${millis('m.created_at', 'createdAt')},
    json_build_object('type', m.author_type, 'id', m.author_id, 'name',
      case when m.author_type = 'endUser' then coalesce(${NAME('e')}, e.username, e.email)
        else coalesce(${NAME('u')}, case when ?::boolean then u.email else coalesce(p.settings #>> '{branding,name}', o.name) end)
      end) as author
  from ticket_messages m
  left join end_users e on m.author_type = 'endUser' and e.id = m.author_id and e.org_id = m.org_id
  left join users u on m.author_type = 'user' and u.id = m.author_id
  left join orgs o on o.id = m.org_id
  left join org_portals p on p.org_id = m.org_id`

/**
 * Lists the messages of a ticket; the caller has checked that the scope reaches it. Internal messages are only for
 * members of the org.
 */
export default class ListMessages {
  /** Reads a page of messages, oldest first. @throws Refusal INVALID_CURSOR */
  async execute(scope: Scope, ticketId: string, page: PageRequest): Promise<Page<TicketMessage>> {
    const ours = authorOf(scope).type === 'user'
    const { items, nextCursor } = await readPage(page, orderById('messages'), ([after], count) =>
      rows<Row>(
        db.connection(),
        `${SELECT} where m.org_id = ? and m.ticket_id = ? and (?::boolean or not m.internal)
           and (?::uuid is null or m.id > ?::uuid)
         order by m.id limit ?`,
        [ours, scope.orgId, ticketId, ours, after, after, count]
      )
    )
    return { items: await withAttachments(db.connection(), scope, items), nextCursor }
  }

  /** Reads a message that was just written. */
  async written(client: SqlExecutor, scope: Scope, id: string): Promise<TicketMessage> {
    const ours = authorOf(scope).type === 'user'
    const found = await rows<Row>(client, `${SELECT} where m.org_id = ? and m.id = ?`, [
      ours,
      scope.orgId,
      id,
    ])
    return (await withAttachments(client, scope, found))[0]
  }
}

async function withAttachments(client: SqlExecutor, { orgId }: Scope, messages: Row[]) {
  const ids = messages.map(({ id }) => id)
  const attachments = Map.groupBy(await attachmentsOf(client, orgId, ids), ({ messageId }) => messageId)
  return messages.map((one) => ({ ...one, attachments: attachments.get(one.id) ?? [] }))
}
