import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'

/**
 * Readable names of operations, by id, such as "import 100,000 (Acme)". For platform admins, because it covers all
 * orgs.
 */
export default class NameOperations {
  async execute(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const found = await rows<{ id: string; type: string; total: number; dryRun: boolean; org: string }>(
      db.connection(),
      `select o.id, o.type, o.total, o.dry_run as "dryRun", org.name as org
       from operations o join orgs org on org.id = o.org_id where o.id = any(?::uuid[])`,
      [ids]
    )
    return new Map(
      found.map(({ id, type, total, dryRun, org }) => {
        const what = type.replace(/^licenses\./, '')
        return [id, `${what} ${total.toLocaleString('en')}${dryRun ? ', dry run' : ''} (${org})`]
      })
    )
  }
}
