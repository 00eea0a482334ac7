import { frozenDaysRemaining } from '#licensing/rules/expiry_clock'
import type { Decision } from '#licensing/rules/changes'
import type { LicenseState } from '#licensing/rules/license'
import type { ChangeType } from './operation.js'

/** What the timeline says of a change: the values before it, and the revision that it led to. */
export type RecordedChange = { before: Partial<LicenseState>; revision: number }

/**
 * Puts back what an operation changed on a license, field by field, as if it had never run: a license that was
 * frozen by mistake has not gained time (contract#operation-routes). CHANGED_SINCE when anybody touched it afterwards.
 */
export function undo(type: ChangeType, state: LicenseState, recorded: RecordedChange | undefined): Decision {
  if (!recorded || state.revision !== recorded.revision) return { outcome: 'skipped', code: 'CHANGED_SINCE' }
  const after: LicenseState = { ...state, ...recorded.before, revision: state.revision + 1 }
  return { outcome: 'changed', after, ...told(type, after, recorded) }
}

/** The event of an undo is that of the opposite change. */
function told(type: ChangeType, after: LicenseState, { before }: RecordedChange) {
  const { id: licenseId, productId, frozenAt } = after
  switch (type) {
    case 'licenses.freeze':
      return { event: 'license.unfrozen', payload: { licenseId, productId } }
    case 'licenses.unfreeze':
      return {
        event: 'license.frozen',
        payload: {
          licenseId,
          productId,
          frozenAt: frozenAt === null ? null : new Date(frozenAt).toISOString(),
          frozenDaysRemaining: frozenDaysRemaining(after),
        },
      }
    case 'licenses.revoke':
      return { event: 'license.unrevoked', payload: { licenseId } }
    case 'licenses.unrevoke':
      return { event: 'license.revoked', payload: { licenseId } }
    case 'licenses.extend':
      return { event: 'license.updated', payload: { licenseId, fields: Object.keys(before) } }
  }
}
