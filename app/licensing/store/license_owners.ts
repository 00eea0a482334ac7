import { writeChanges, type ChangeContext } from './license_ledger.js'
import type { LicenseState } from '#licensing/rules/license'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** A locked license that gets another owner. `had` is the old owner; `redeemed` is the new state if it is redeemed. */
export type Gift = { state: LicenseState; had: string | null; redeemed: LicenseState | null }

/** Reads the owners of licenses that the transaction has locked; returns them by license id. */
export async function ownersOf(trx: Trx, ids: string[]): Promise<Map<string, string | null>> {
  const found = await rows<{ id: string; owner: string | null }>(
    trx,
    `select id, end_user_id as owner from licenses where id = any(?::uuid[])`,
    [ids]
  )
  return new Map(found.map(({ id, owner }) => [id, owner]))
}

/**
 * Writes the owner of locked licenses (null for no owner), and any change of status with it, as one license.updated
 * each.
 */
export async function giveLicenses(trx: Trx, gifts: Gift[], ownerId: string | null, context: ChangeContext) {
  const changing = gifts.filter(({ had, redeemed }) => redeemed || had !== ownerId)
  if (changing.length === 0) return
  await rows(trx, `update licenses set end_user_id = ? where id = any(?::uuid[])`, [
    ownerId,
    changing.map(({ state }) => state.id),
  ])
  const changes = changing.map(({ state, had, redeemed }) => {
    const fields = [...(redeemed ? ['status'] : []), ...(had === ownerId ? [] : ['endUserId'])]
    const before = { ...state, endUserId: had }
    const after = { ...(redeemed ?? { ...state, revision: state.revision + 1 }), endUserId: ownerId }
    return { before, after, event: 'license.updated', payload: { licenseId: state.id, fields } } as const
  })
  await writeChanges(trx, changes, context)
}
