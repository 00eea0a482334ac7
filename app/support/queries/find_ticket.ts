import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { firstRow, millis, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { AuthorType, Priority } from '#support/rules/ticket'
import type { TicketStatus } from '#support/rules/ticket_states'
import { ticketsOf } from '#support/store/tickets_of'

/** A ticket (contract/11-tickets). */
export type Ticket = {
  id: string
  number: number
  subject: string
  status: TicketStatus
  priority: Priority
  endUserId: string
  licenseId: string | null
  productId: string | null
  assigneeId: string | null
  followsTicketId: string | null
  tags: string[]
  lastMessageAt: Millis
  lastAuthor: AuthorType
  createdAt: Millis
  resolvedAt: Millis | null
  closedAt: Millis | null
}

/** The columns of a `Ticket`, from the table `t`. */
export const TICKET_COLUMNS = `t.id, t.number, t.subject, t.status, t.priority, t.end_user_id as "endUserId",
  t.license_id as "licenseId", t.product_id as "productId", t.assignee_id as "assigneeId",
  t.follows_ticket_id as "followsTicketId", t.tags, t.last_author as "lastAuthor",
  ${millis('t.last_message_at', 'lastMessageAt')}, ${millis('t.created_at', 'createdAt')},
  ${millis('t.resolved_at', 'resolvedAt')}, ${millis('t.closed_at', 'closedAt')}`

/** Finds single tickets. */
export default class FindTicket {
  /** @throws Refusal NOT_FOUND for a ticket that the scope does not reach. */
  async byId(scope: Scope, id: string, client: SqlExecutor = db.connection()): Promise<Ticket> {
    const { sql, values } = ticketsOf(scope)
    const ticket = await firstRow<Ticket>(
      client,
      `select ${TICKET_COLUMNS} from tickets t where ${sql} and t.id = ?`,
      [...values, id]
    )
    if (!ticket) throw noSuch('ticket')
    return ticket
  }

  /** The newest ticket with this subject that is open or waiting; null if the scope reaches none. */
  openBySubject(scope: Scope, subject: string, client: SqlExecutor): Promise<Ticket | null> {
    const { sql, values } = ticketsOf(scope)
    return firstRow<Ticket>(
      client,
      `select ${TICKET_COLUMNS} from tickets t
       where ${sql} and t.subject = ? and t.status in ('open', 'waiting') order by t.id desc limit 1`,
      [...values, subject]
    )
  }
}
