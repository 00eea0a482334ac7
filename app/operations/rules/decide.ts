import {
  changeStatus,
  extend,
  freeze,
  unfreeze,
  type Decision,
  type SkipCode,
} from '#licensing/rules/changes'
import type { Millis } from '#kernel/time/millis'
import type { LicenseState } from '#licensing/rules/license'
import type { ChangeType } from './operation.js'

/**
 * What a bulk change makes of one license: the same rules as for a single one (contract#transitions,
 * contract#outcome-per-license).
 */
export function decide(
  type: ChangeType,
  params: { days?: number },
  state: LicenseState,
  now: Millis
): Decision {
  switch (type) {
    case 'licenses.freeze':
      return freeze(state, now)
    case 'licenses.unfreeze':
      return unfreeze(state, now)
    case 'licenses.revoke':
      return changeStatus(state, 'revoke', now)
    case 'licenses.unrevoke':
      return changeStatus(state, 'unrevoke', now)
    case 'licenses.extend':
      return extend(state, params.days!, now)
  }
}

/** Why a license was left alone, in a sentence. */
export const SKIPPED_BECAUSE: Record<SkipCode, string> = {
  ALREADY_FROZEN: 'The license is frozen already',
  NOT_FROZEN: 'The license is not frozen',
  ALREADY_REVOKED: 'The license is revoked already',
  NOT_REVOKED: 'The license is not revoked',
  NO_EXPIRATION: 'The license never expires: there is nothing to extend',
  CHANGED_SINCE: 'The license was changed after the operation that is undone',
}
