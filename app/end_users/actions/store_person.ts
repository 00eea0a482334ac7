import { isDeepStrictEqual } from 'node:util'
import { PERSON_COLUMNS, type PersonFields } from '#end_users/rules/person'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'

type Field = keyof PersonFields

/**
 * Stores those fields of a locked end user that get another value, and returns them; for them there is one event
 * end_user.updated. Another address is unproved.
 */
export async function storePerson(
  trx: Trx,
  { orgId, id, before }: { orgId: string; id: string; before: Partial<Record<Field, unknown>> },
  asked: PersonFields,
  now: Millis
): Promise<Field[]> {
  const fields = (Object.keys(PERSON_COLUMNS) as Field[]).filter(
    (field) => asked[field] !== undefined && !isDeepStrictEqual(asked[field], before[field])
  )
  if (fields.length === 0) return fields
  const set = fields.map((field) => `${PERSON_COLUMNS[field]} = ?`)
  const values = fields.map((field) =>
    field === 'metadata' ? JSON.stringify(asked.metadata) : asked[field]!
  )
  const proof = fields.includes('email') ? ', email_verified_at = null' : ''
  await rows(
    trx,
    `update end_users set ${set.join(', ')}${proof}, updated_at = ? where org_id = ? and id = ?`,
    [...values, new Date(now), orgId, id]
  )
  const data = { endUserId: id, fields }
  await recordEvents(trx, [{ name: 'end_user.updated', data, orgId, productId: null }], now)
  return fields
}
