import { CHANNELS } from '#catalog/rules/release_channels'
import { invalidField, invalidFields } from '#kernel/refusals/refusal'
import { parseTimestamp } from '#kernel/time/timestamps'
import {
  setUpdateRights,
  UPDATE_RIGHTS,
  updateRightsProblems,
  updateRightsSet,
  type UpdateRights,
} from '#licensing/rules/update_rights'
import { changeKind } from './change_kind.js'
import { isListOf, isOneOf, isText, optional, type StoredParams } from './stored_params.js'

/** Sets which releases licenses have access to (contract/12-releases#122-who-may-have-what). */
export const setUpdatesKind = changeKind({
  type: 'licenses.set_updates',
  bulk: {
    method: 'POST',
    path: '/set-updates',
    name: 'set_updates',
    permission: 'license:update',
    numbers: {},
    updateRights: true,
    check: async (_scope, named) => {
      const rights = readRights(named)
      if (Object.keys(rights).length === 0) {
        throw invalidField('updatesUntil', `Send at least one of ${UPDATE_RIGHTS.join(', ')}`)
      }
      const problems = updateRightsProblems(rights)
      if (problems.length > 0) throw invalidFields(problems)
    },
  },
  readOwnParams: (stored) => ({ rights: readRights(stored) }),
  decide: (state, { rights }) => setUpdateRights(state, rights),
  undo: {
    permission: 'license:update',
    attributes: UPDATE_RIGHTS,
    event: (after, before) => updateRightsSet(after, Object.keys(before)),
  },
})

/** Reads the rights that were given; null removes a right. */
function readRights(stored: StoredParams): Partial<UpdateRights> {
  const until = optional(stored, 'updatesUntil', isText)
  const rights: UpdateRights = {
    updatesUntil: until === undefined ? null : parseTimestamp(until),
    maxVersion: optional(stored, 'maxVersion', isText) ?? null,
    channels: optional(stored, 'channels', isListOf(isOneOf(CHANNELS))) ?? null,
  }
  const given = UPDATE_RIGHTS.filter((right) => stored[right] !== undefined)
  return Object.fromEntries(given.map((right) => [right, rights[right]]))
}
