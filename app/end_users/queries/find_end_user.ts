import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { firstRow } from '#kernel/database/sql'

/** The people who hold licenses of an org, one at a time. */
export default class FindEndUser {
  async exists({ orgId }: Scope, id: string): Promise<boolean> {
    const sql = `select 1 from end_users where org_id = ? and id = ?`
    return (await firstRow(db.connection(), sql, [orgId, id])) !== null
  }
}
