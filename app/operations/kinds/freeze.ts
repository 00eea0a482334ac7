import { freeze } from '#licensing/rules/changes'
import { changeKind } from './change_kind.js'

/** Freezes licenses. */
export const freezeKind = changeKind({
  type: 'licenses.freeze',
  bulk: { method: 'POST', path: '/freeze', name: 'freeze', permission: 'license:update', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => freeze(state, now),
  undo: {
    permission: 'license:update',
    event: ({ id: licenseId, productId }) => ({
      event: 'license.unfrozen',
      payload: { licenseId, productId },
    }),
  },
})
