import { changeStatus } from '#licensing/rules/changes'
import { changeKind } from './change_kind.js'

/** Unrevokes licenses. */
export const unrevokeKind = changeKind({
  type: 'licenses.unrevoke',
  bulk: { method: 'POST', path: '/unrevoke', name: 'unrevoke', permission: 'license:unrevoke', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => changeStatus(state, 'unrevoke', now),
  undo: {
    permission: 'license:revoke',
    event: ({ id: licenseId }) => ({ event: 'license.revoked', payload: { licenseId } }),
  },
})
