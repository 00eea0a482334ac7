import { isDeepStrictEqual } from 'node:util'
import { PERSON_COLUMNS, type PersonFields } from '#end_users/rules/person'
import { keepClaims } from '#end_users/store/orders_of_person'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The end user to write, and whether the address in the fields is proved. */
type Target = { orgId: string; id: string; emailVerified: boolean }

/**
 * Writes the fields of a locked end user whose values change, and returns their names. If an address becomes proved,
 * `emailVerified` is one of them. A new address that is not proved loses the old proof. The orders of the end user count
 * against the share of the old address too.
 */
export async function writePerson(
  trx: Trx,
  { orgId, id, emailVerified }: Target,
  before: Partial<Record<keyof PersonFields | 'emailVerified', unknown>>,
  asked: PersonFields,
  now: Millis
): Promise<string[]> {
  const at = new Date(now)
  const fields = (Object.keys(PERSON_COLUMNS) as (keyof PersonFields)[]).filter(
    (field) => asked[field] !== undefined && !isDeepStrictEqual(asked[field], before[field])
  )
  const moved = fields.includes('email')
  const proves = emailVerified && !!asked.email && (moved || !before.emailVerified)
  const set = fields.map((field) => `${PERSON_COLUMNS[field]} = ?`)
  const values: unknown[] = fields.map((field) =>
    field === 'metadata' ? JSON.stringify(asked.metadata) : asked[field]
  )
  if (moved || proves) {
    set.push('email_verified_at = ?')
    values.push(proves ? at : null)
  }
  if (set.length === 0) return []
  await rows(trx, `update end_users set ${set.join(', ')}, updated_at = ? where org_id = ? and id = ?`, [
    ...(values as string[]),
    at,
    orgId,
    id,
  ])
  if (moved && typeof before.email === 'string') await keepClaims(trx, orgId, id, before.email)
  return [...fields, ...(proves && !before.emailVerified ? ['emailVerified'] : [])]
}
