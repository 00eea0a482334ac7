import { inject } from '@adonisjs/core'
import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'
import { momentOf } from '#licensing/actions/change_license'
import { findTypedKeys } from '#licensing/queries/find_typed_keys'
import { changeStatus } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import { lockLicenses } from '#licensing/store/license_ledger'
import FindOwnLicenses from '#end_users/queries/find_own_licenses'
import type { OwnLicense } from '#end_users/queries/own_license_rows'
import { mayRedeem, type Holder, type NotRedeemed } from '#end_users/rules/redeem'
import { giveLicenses, ownersOf, type Gift } from '#licensing/store/license_owners'
import type { Reach } from '#end_users/store/reach'
import { lockEndUser } from './lock_end_user.js'

/**
 * The result for one license key: the id of the license if the end user owns it now, and a code if it could not be
 * redeemed.
 */
export type RedeemedKey = {
  licenseKey: string
  licenseId: string | null
  code: NotRedeemed | 'LICENSE_NOT_FOUND' | null
}

/** Lets an end user redeem a license key (contract/09-end-users#95-licenses-eu). */
@inject()
export default class RedeemLicense {
  constructor(protected licenses: FindOwnLicenses) {}

  /**
   * @throws Refusal LICENSE_NOT_FOUND for an unknown key, LICENSE_NOT_OWNED, LICENSE_INACTIVE; CONFLICT if the license
   *   is theirs already and not PENDING; UNAUTHORIZED if the end user was merged or erased, USER_BANNED.
   */
  async execute(
    reach: Reach,
    endUserId: string,
    licenseKey: string,
    claimByKey: boolean,
    at?: Millis
  ): Promise<OwnLicense> {
    return transaction(async (trx) => {
      const who = await lockEndUser(trx, reach.orgId, endUserId)
      if (!who || who.mergedInto || who.erased) throw new Refusal('UNAUTHORIZED')
      if (who.banned) throw new Refusal('USER_BANNED')
      const [{ licenseId, code }] = await redeemKeys(trx, reach, endUserId, [licenseKey], claimByKey, at)
      if (code === 'CONFLICT') throw new Refusal(code, { message: 'You already have this license' })
      if (code) throw new Refusal(code)
      return this.licenses.byId(reach, licenseId!, momentOf(at), trx)
    })
  }
}

/**
 * Redeems keys for an end user whom the transaction has locked. The keys are independent: one that cannot be redeemed
 * gets a code and does not affect the others. The number of statements does not depend on the number of keys.
 */
export async function redeemKeys(
  trx: Trx,
  scope: Scope,
  endUserId: string,
  keys: readonly string[],
  claimByKey: boolean,
  at?: Millis
): Promise<RedeemedKey[]> {
  const found = await findTypedKeys(trx, scope, keys)
  const ids = [...new Set(found.filter((id) => id !== null))]
  const states = new Map((await lockLicenses(trx, scope, ids)).map((state) => [state.id, state]))
  const now = momentOf(at)
  const owners = await ownersOf(trx, ids)
  const gifts = new Map<string, Gift>()
  const claims = keys.map((licenseKey, place): RedeemedKey => {
    const id = found[place]
    const state = id === null ? undefined : states.get(id)
    if (!state) return { licenseKey, licenseId: null, code: 'LICENSE_NOT_FOUND' }
    const had = owners.get(state.id) ?? null
    // A second spelling of the same key sees the license as the first one leaves it.
    const { status } = gifts.get(state.id)?.redeemed ?? state
    const holder = gifts.has(state.id) ? 'me' : holderOf(had, endUserId)
    const verdict = mayRedeem(status, holder, claimByKey)
    if (verdict.may === null)
      return { licenseKey, licenseId: holder === 'me' ? state.id : null, code: verdict.code }
    gifts.set(state.id, { state, had, redeemed: verdict.may === 'activate' ? activated(state, now) : null })
    return { licenseKey, licenseId: state.id, code: null }
  })
  await giveLicenses(trx, [...gifts.values()], endUserId, { actor: scope.actor, now })
  return claims
}

function holderOf(owner: string | null, endUserId: string): Holder {
  if (owner === null) return 'none'
  return owner === endUserId ? 'me' : 'else'
}

function activated(state: LicenseState, now: Millis): LicenseState {
  const decision = changeStatus(state, 'redeem', now)
  if (decision.outcome !== 'changed') throw new Error(`A ${state.status} license cannot be redeemed`)
  return decision.after
}
