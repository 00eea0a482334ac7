import { unfreeze } from '#licensing/rules/changes'
import { frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import type { LicenseState } from '#licensing/rules/license'
import { changeKind } from './change_kind.js'

/** Unfreezes licenses. */
export const unfreezeKind = changeKind({
  type: 'licenses.unfreeze',
  bulk: { method: 'POST', path: '/unfreeze', name: 'unfreeze', permission: 'license:update', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => unfreeze(state, now),
  undo: {
    permission: 'license:update',
    event: (after) => ({ event: 'license.frozen', payload: frozenAgain(after) }),
  },
})

function frozenAgain(after: LicenseState) {
  const { id: licenseId, productId, frozenAt } = after
  return {
    licenseId,
    productId,
    frozenAt: frozenAt === null ? null : new Date(frozenAt).toISOString(),
    frozenDaysRemaining: frozenDaysRemaining(after),
  }
}
