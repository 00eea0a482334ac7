import { changeStatus } from '#licensing/rules/changes'
import { changeKind } from './change_kind.js'

/** Ends the suspension of licenses. */
export const unsuspendKind = changeKind({
  type: 'licenses.unsuspend',
  bulk: { method: 'POST', path: '/unsuspend', name: 'unsuspend', permission: 'license:update', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => changeStatus(state, 'unsuspend', now),
  undo: {
    permission: 'license:update',
    event: ({ id: licenseId }) => ({ event: 'license.suspended', payload: { licenseId } }),
  },
})
