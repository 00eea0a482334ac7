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
