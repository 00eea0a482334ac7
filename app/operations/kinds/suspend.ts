import { changeStatus } from '#licensing/rules/changes'
import { changeKind } from './change_kind.js'

/** Suspends licenses. */
export const suspendKind = changeKind({
  type: 'licenses.suspend',
  bulk: { method: 'POST', path: '/suspend', name: 'suspend', permission: 'license:update', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => changeStatus(state, 'suspend', now),
  undo: {
    permission: 'license:update',
    event: ({ id: licenseId }) => ({ event: 'license.unsuspended', payload: { licenseId } }),
  },
})
