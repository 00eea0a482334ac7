import { recordEvents } from '#kernel/outbox/outbox'
import Refusal from '#kernel/refusals/refusal'
import { firstRow } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { endLicenseSession, endLicenseSessions } from '#runtime/actions/end_license_sessions'
import type { ResetKind } from '#end_users/rules/reset_budget'
import { deviceId } from '#end_users/store/device_id'
import type { Reach } from '#end_users/store/reach'
import { lockOwnLicense } from './lock_own_license.js'
import { policyOf, spendReset } from './spend_reset.js'

type Freed = { kind: ResetKind; value: string }

/**
 * Lets an end user release devices and sessions of their license, one at a time
 * (contract/09-end-users#95-licenses-eu).
 */
export default class ReleaseDevice {
  /**
   * Releases one bound device or address and ends its sessions. This uses one reset, unless the policy makes it free.
   * @throws Refusal those of `lockOwnLicense`; NOT_FOUND for an unknown device; LIMIT_REACHED.
   */
  async device(reach: Reach, licenseId: string, id: string, at?: Millis): Promise<string> {
    return transaction(async (trx) => {
      const { state, now } = await lockOwnLicense(trx, reach, licenseId, at)
      const freed = await unbind(trx, licenseId, id)
      if (!freed) throw new Refusal('NOT_FOUND', { message: 'The license has no such device' })
      const { deviceReleases } = await policyOf(trx, state)
      if (deviceReleases === 'counts') await spendReset(trx, state, freed.kind, reach.endUserId, now)
      await endLicenseSessions(trx, licenseId, freed)
      await record(trx, state, { id, kind: freed.kind }, { actor: reach.actor, now })
      return id
    })
  }

  /**
   * Ends one session and uses no reset: a running program gets a new session with its next call.
   * @throws Refusal those of `lockOwnLicense`; NOT_FOUND for a session that is not alive.
   */
  async session(reach: Reach, licenseId: string, id: string, at?: Millis): Promise<string> {
    return transaction(async (trx) => {
      await lockOwnLicense(trx, reach, licenseId, at)
      const ended = !id.includes('\0') && (await endLicenseSession(trx, licenseId, id))
      if (!ended) throw new Refusal('NOT_FOUND', { message: 'No such active session' })
      return id
    })
  }
}

/** Device ids come from the path as text. An id with a NUL cannot exist, and Postgres would reject it. */
function unbind(trx: Trx, licenseId: string, id: string): Promise<Freed | null> {
  return firstRow<Freed>(
    trx,
    `delete from license_bindings where license_id = ? and ${deviceId('kind', 'value')} = ? returning kind, value`,
    [licenseId, id.replaceAll('\0', ' ')]
  )
}

async function record(
  trx: Trx,
  { id: licenseId, orgId, productId }: LicenseState,
  device: { id: string; kind: ResetKind },
  context: ChangeContext
) {
  const row = await firstRow<{ revision: number }>(
    trx,
    `update licenses set revision = revision + 1, updated_at = ? where id = ? returning revision`,
    [new Date(context.now), licenseId]
  )
  const data = { released: device, revision: row!.revision }
  await appendTimeline(trx, [{ orgId, licenseId, type: 'license.updated', data }], context)
  const payload = { licenseId, fields: ['devices'] }
  await recordEvents(trx, [{ orgId, productId, name: 'license.updated', data: payload }], context.now)
}
