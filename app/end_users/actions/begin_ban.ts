import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Trx } from '#kernel/database/unit_of_work'
import { recordEvents } from '#kernel/outbox/outbox'
import type { Millis } from '#kernel/time/millis'
import { endSignIns } from './end_sign_ins.js'

/**
 * Does what begins with a ban of an end user whom the caller has locked and marked as banned: all sign-ins end, and the
 * audit log and the endpoints are told (contract/09-end-users#96-the-merchants-side). `again` means that they were
 * banned before; then there is no event.
 */
export async function beginBan(
  trx: Trx,
  orgId: string,
  id: string,
  origin: Origin,
  now: Millis,
  again = false
) {
  await endSignIns(trx, orgId, id, {}, now)
  await recordAudit(trx, origin, { orgId, action: 'end_user.banned', subject: id }, now)
  const event = { name: 'end_user.banned', data: { endUserId: id }, orgId, productId: null } as const
  if (!again) await recordEvents(trx, [event], now)
}
