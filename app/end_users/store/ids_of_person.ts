import { rows, type SqlExecutor } from '#kernel/database/sql'

/**
 * The ids of an end user: their own, and those of the ones who were merged into them. The traces of all of them are about
 * the same person.
 */
export async function idsOfPerson(client: SqlExecutor, orgId: string, id: string): Promise<string[]> {
  const merged = await rows<{ id: string }>(
    client,
    `select id from end_users where org_id = ? and merged_into = ?`,
    [orgId, id]
  )
  return [id, ...merged.map((one) => one.id)]
}
