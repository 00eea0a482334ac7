import { extend } from '#licensing/rules/changes'
import { MAX_DAYS } from '#licensing/rules/terms'
import { changeKind } from './change_kind.js'
import { isWhole, required } from './stored_params.js'

const DAYS = [1, MAX_DAYS] as const

/** Extends licenses by a number of days. */
export const extendKind = changeKind({
  type: 'licenses.extend',
  bulk: {
    method: 'POST',
    path: '/extend',
    name: 'extend',
    permission: 'license:update',
    numbers: { days: DAYS },
  },
  readOwnParams: (stored) => ({ days: required(stored, 'days', isWhole(DAYS)) }),
  decide: (state, { days }, now) => extend(state, days, now),
  undo: {
    permission: 'license:update',
    event: ({ id: licenseId }, before) => ({
      event: 'license.updated',
      payload: { licenseId, fields: Object.keys(before) },
    }),
  },
})
