import type { LicenseStatus } from '#licensing/rules/license'

/** Whose a license is, for somebody who has its key. */
export type Holder = 'none' | 'me' | 'else'

/** Why a license cannot be redeemed. */
export type NotRedeemed = 'LICENSE_NOT_OWNED' | 'LICENSE_INACTIVE' | 'CONFLICT'

/** `activate`: a PENDING license becomes ACTIVE and theirs; `claim`: it becomes theirs as it is. */
export type RedeemVerdict = { may: 'activate' | 'claim' } | { may: null; code: NotRedeemed }

const no = (code: NotRedeemed) => ({ may: null, code })

/**
 * Whether somebody may redeem a license (contract/09-end-users#95-licenses-eu). `claimByKey`: the portal lets people take a
 * license that nobody owns and that does not wait for an owner.
 */
export function mayRedeem(status: LicenseStatus, owner: Holder, claimByKey: boolean): RedeemVerdict {
  if (owner === 'else') return no('LICENSE_NOT_OWNED')
  if (status === 'PENDING') return { may: 'activate' }
  if (status === 'REVOKED' || status === 'SUSPENDED') return no('LICENSE_INACTIVE')
  if (owner === 'me') return no('CONFLICT')
  return claimByKey ? { may: 'claim' } : no('LICENSE_NOT_OWNED')
}
