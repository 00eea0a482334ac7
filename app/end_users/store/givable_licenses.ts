import type { Scope } from '#kernel/audit/scope'
import { inScope } from '#kernel/database/in_scope'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'

/**
 * Checks the licenses of an invite to an address: each must belong to the caller's tenant and have no owner, or be
 * owned by the end user with that address.
 * @throws Refusal LICENSE_NOT_FOUND, LICENSE_NOT_OWNED, each with the first such license in `details`
 */
export async function assertGivable(trx: Trx, scope: Scope, ids: string[], email: string): Promise<void> {
  if (ids.length === 0) return
  const tenant = inScope(scope, 'l')
  const found = await rows<{ id: string; free: boolean }>(
    trx,
    `select l.id, u.id is null or u.email is not distinct from ? as free
     from licenses l left join end_users u on u.id = l.end_user_id and u.org_id = l.org_id
     where ${tenant.sql} and l.id = any(?::uuid[])`,
    [email, ...(tenant.values as string[]), ids]
  )
  const free = new Map(found.map((license) => [license.id, license.free]))
  const unknown = ids.findIndex((id) => !free.has(id))
  if (unknown >= 0) throw refused('LICENSE_NOT_FOUND', unknown, `There is no license ${ids[unknown]}`)
  const taken = ids.findIndex((id) => !free.get(id))
  if (taken >= 0) throw refused('LICENSE_NOT_OWNED', taken, `Another end user owns the license ${ids[taken]}`)
}

function refused(code: 'LICENSE_NOT_FOUND' | 'LICENSE_NOT_OWNED', index: number, message: string) {
  return new Refusal(code, { details: [{ field: `licenseIds.${index}`, message }] })
}
