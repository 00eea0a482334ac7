import { changeStatus, toldOf } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { LicenseFate } from '#licensing/rules/license_fate'
import { writeChanges, type ChangeContext } from '#licensing/store/license_ledger'
import { giveLicenses, ownersOf } from '#licensing/store/license_owners'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { eraseLicenses } from './erase_licenses.js'

/**
 * Removes an erased end user from locked licenses, together with the IP addresses that the licenses were used from
 * (contract/09-end-users#96-the-merchants-side). `fate` says whether the licenses are kept, revoked or deleted.
 * Licenses of other owners stay as they are. The number of statements does not depend on the number of licenses.
 * Returns the licenses that belonged to the end user, as they were.
 */
export async function disownLicenses(
  trx: Trx,
  states: LicenseState[],
  endUserId: string,
  fate: LicenseFate,
  context: ChangeContext
): Promise<LicenseState[]> {
  const owners = await ownersOf(
    trx,
    states.map(({ id }) => id)
  )
  const owned = states.filter(({ id }) => owners.get(id) === endUserId)
  if (owned.length === 0) return owned
  if (fate === 'delete') {
    await eraseLicenses(trx, owned, context)
    return owned
  }
  await forgetAddresses(
    trx,
    owned.map(({ id }) => id)
  )
  const left = fate === 'revoke' ? await revoked(trx, owned, context) : owned
  const gifts = left.map((state) => ({ state, had: endUserId, redeemed: null }))
  await giveLicenses(trx, gifts, null, context)
  return owned
}

/**
 * Ends the sessions that only an address identifies: their programs could not continue them, and would find the seat
 * taken. With their next call they open new ones.
 */
async function forgetAddresses(trx: Trx, ids: string[]) {
  await rows(trx, `delete from license_bindings where kind = 'IP' and license_id = any(?::uuid[])`, [ids])
  await rows(trx, `delete from license_sessions where hwid is null and license_id = any(?::uuid[])`, [ids])
  await rows(
    trx,
    `update license_sessions set ip = null where ip is not null and license_id = any(?::uuid[])`,
    [ids]
  )
}

/** Revokes the licenses that can be revoked; returns the new states of all. */
async function revoked(trx: Trx, states: LicenseState[], context: ChangeContext): Promise<LicenseState[]> {
  const changes = states.flatMap((before) => {
    const decision = changeStatus(before, 'revoke', context.now)
    return decision.outcome === 'changed' ? [{ before, after: decision.after, ...toldOf(decision) }] : []
  })
  await writeChanges(trx, changes, context)
  const after = new Map(changes.map((change) => [change.after.id, change.after]))
  return states.map((state) => after.get(state.id) ?? state)
}
