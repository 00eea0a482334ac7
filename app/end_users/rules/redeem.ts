import type { LicenseStatus } from '#licensing/rules/license'

/** The owner of a license from the view of the person who has its key. */
export type Holder = 'none' | 'me' | 'else'

/** The reason why a license can't be redeemed. */
export type NotRedeemed = 'LICENSE_NOT_OWNED' | 'LICENSE_INACTIVE' | 'CONFLICT'

/** `activate`: a PENDING license becomes ACTIVE and theirs; `claim`: it becomes theirs and keeps its status. */
export type RedeemVerdict = { may: 'activate' | 'claim' } | { may: null; code: NotRedeemed }

const no = (code: NotRedeemed) => ({ may: null, code })

/**
 * Decides if an end user may redeem a license (contract/09-end-users#95-licenses-eu). `claimByKey`: the portal lets
 * end users claim a license that has no owner and is not PENDING.
 */
export function mayRedeem(status: LicenseStatus, owner: Holder, claimByKey: boolean): RedeemVerdict {
  if (owner === 'else') return no('LICENSE_NOT_OWNED')
  if (status === 'PENDING') return { may: 'activate' }
  if (status === 'REVOKED' || status === 'SUSPENDED') return no('LICENSE_INACTIVE')
  if (owner === 'me') return no('CONFLICT')
  return claimByKey ? { may: 'claim' } : no('LICENSE_NOT_OWNED')
}
