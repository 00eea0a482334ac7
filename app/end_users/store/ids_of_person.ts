import { rows, type SqlExecutor } from '#kernel/database/sql'

/**
 * Returns the ids of a person: the end user's own, and those of all end users merged into them, because their records
 * are about the same person.
 */
export async function idsOfPerson(client: SqlExecutor, orgId: string, id: string): Promise<string[]> {
  const merged = await rows<{ id: string }>(
    client,
    `select id from end_users where org_id = ? and merged_into = ?`,
    [orgId, id]
  )
  return [id, ...merged.map((one) => one.id)]
}
