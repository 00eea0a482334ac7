import Refusal from '#kernel/refusals/refusal'
import type { Trx } from '#kernel/database/unit_of_work'
import { lockEndUser, type LockedEndUser } from './lock_end_user.js'

/**
 * Locks an end user for a change by the merchant.
 * @throws Refusal USER_NOT_FOUND; CONFLICT if the end user was merged or erased, which is final
 */
export async function lockPerson(trx: Trx, orgId: string, id: string): Promise<LockedEndUser> {
  const locked = await lockEndUser(trx, orgId, id)
  if (!locked) throw new Refusal('USER_NOT_FOUND')
  if (locked.mergedInto) {
    throw new Refusal('CONFLICT', { message: `This end user was merged into ${locked.mergedInto}` })
  }
  if (locked.erased) throw new Refusal('CONFLICT', { message: 'This end user was erased' })
  return locked
}
