import type { Scope } from '#kernel/audit/scope'
import { inScope, type Condition } from '#kernel/database/in_scope'

/**
 * The reach of an end user's token: a scope, limited to one product if the token is, and in it the licenses of the end
 * user, or the one license whose key was used to sign in.
 */
export type Reach = Scope & { endUserId: string | null; licenseId: string | null }

/**
 * The condition for the licenses that a token reaches; `table` is their name in the statement. Every read of licenses
 * uses it.
 */
export function inReach(reach: Reach, table: string): Condition {
  const scope = inScope(reach, table)
  const own = reach.licenseId ? `${table}.id = ?` : `${table}.end_user_id = ?`
  return { sql: `${scope.sql} and ${own}`, values: [...scope.values, reach.licenseId ?? reach.endUserId] }
}
