import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/** The audit entries about a ticket, oldest first: action and data. */
export async function auditOf(subject: string): Promise<[string, unknown][]> {
  const entries = await rows<{ action: string; data: unknown }>(
    db.connection(),
    'select action, data from audit_entries where subject_id = ? order by id',
    [subject]
  )
  return entries.map(({ action, data }) => [action, data])
}

/** The events about a ticket, oldest first. */
export function eventsOf(ticketId: string) {
  return rows<{ name: string; data: object; productId: string | null }>(
    db.connection(),
    `select name, data, product_id as "productId" from outbox_events where data->>'ticketId' = ? order by id`,
    [ticketId]
  )
}

/** The number of events that say that a ticket is closed. */
export async function closingsOf(ticketId: string): Promise<number> {
  return (await eventsOf(ticketId)).filter(({ name }) => name === 'ticket.closed').length
}
