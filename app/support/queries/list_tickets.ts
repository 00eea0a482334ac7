import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import type { Condition } from '#kernel/database/in_scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { rows } from '#kernel/database/sql'
import { escapeLike } from '#licensing/queries/license_filter'
import type { TicketStatus } from '#support/rules/ticket_states'
import { ticketsOf } from '#support/store/tickets_of'
import { TICKET_COLUMNS, type Ticket } from './find_ticket.js'

/** The filter of a list of tickets. */
export type TicketFilter = {
  status?: TicketStatus
  assigneeId?: string
  endUserId?: string
  licenseId?: string
  /** A number, a part of the subject, or the beginning of the end user's email address or username. */
  search?: string
}

/** Lists the tickets that a scope reaches, newest first (contract/11-tickets). @throws Refusal INVALID_CURSOR */
export default class ListTickets {
  execute(scope: Scope, filter: TicketFilter, page: PageRequest): Promise<Page<Ticket>> {
    const conditions = [ticketsOf(scope), ...conditionsOf(filter)]
    const where = conditions.map(({ sql }) => sql).join(' and ')
    const values = conditions.flatMap((one) => one.values)
    return readPage(page, orderById('tickets'), ([before], count) =>
      rows<Ticket>(
        db.connection(),
        `select ${TICKET_COLUMNS} from tickets t where ${where} and (?::uuid is null or t.id < ?::uuid)
         order by t.id desc limit ?`,
        [...values, before, before, count]
      )
    )
  }
}

function conditionsOf({ status, assigneeId, endUserId, licenseId, search }: TicketFilter): Condition[] {
  const equal = { status, assignee_id: assigneeId, end_user_id: endUserId, license_id: licenseId }
  const conditions: Condition[] = Object.entries(equal)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ({ sql: `t.${column} = ?`, values: [value] }))
  return search === undefined ? conditions : [...conditions, matching(search)]
}

function matching(search: string): Condition {
  const text = escapeLike(search)
  const number = /^#?(\d{1,9})$/.exec(search)?.[1] ?? null
  return {
    sql: `(t.number = ?::int or t.subject ilike ? or exists (select 1 from end_users u
      where u.id = t.end_user_id and u.org_id = t.org_id and (u.email ilike ? or u.username ilike ?)))`,
    values: [number, `%${text}%`, `${text}%`, `${text}%`],
  }
}
