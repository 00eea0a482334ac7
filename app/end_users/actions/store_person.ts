import type { PersonFields } from '#end_users/rules/person'
import { writePerson } from '#end_users/store/write_person'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'

type Before = Partial<Record<keyof PersonFields, unknown>>

/**
 * Stores the fields of a locked end user whose values change, and returns their names. Records one event
 * end_user.updated if there are any. A new address counts as unproved.
 */
export async function storePerson(
  trx: Trx,
  { orgId, id, before }: { orgId: string; id: string; before: Before },
  asked: PersonFields,
  now: Millis
): Promise<string[]> {
  const fields = await writePerson(trx, { orgId, id, emailVerified: false }, before, asked, now)
  if (fields.length === 0) return fields
  const data = { endUserId: id, fields }
  await recordEvents(trx, [{ name: 'end_user.updated', data, orgId, productId: null }], now)
  return fields
}
