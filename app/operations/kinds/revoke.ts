import { changeStatus } from '#licensing/rules/changes'
import { changeKind } from './change_kind.js'

/** Revokes licenses. */
export const revokeKind = changeKind({
  type: 'licenses.revoke',
  bulk: { method: 'POST', path: '/revoke', name: 'revoke', permission: 'license:revoke', numbers: {} },
  readOwnParams: () => ({}),
  decide: (state, _, now) => changeStatus(state, 'revoke', now),
  undo: {
    permission: 'license:unrevoke',
    event: ({ id: licenseId }) => ({ event: 'license.unrevoked', payload: { licenseId } }),
  },
})
