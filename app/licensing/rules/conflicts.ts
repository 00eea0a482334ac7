import type { LicenseStatus } from './license.js'
import type { StatusCommand } from './state_machine.js'

/** The reasons for which a license refuses a change (contract#transitions). */
export type LicenseConflict =
  | { reason: 'freeze-needs-active'; status: LicenseStatus }
  | { reason: 'no-transition'; command: StatusCommand; status: LicenseStatus }
  | { reason: 'expiry-too-far' }
  | { reason: 'tier-gone' }
  | { reason: 'tier-archived' }
  | { reason: 'tier-of-other-product' }
  | { reason: 'features-too-large' }

/** Returns the code of a conflict, for answers and for the items of operations (contract/17-tiers). */
export function conflictCode({ reason }: LicenseConflict): 'CONFLICT' | 'VALIDATION_ERROR' {
  return reason === 'features-too-large' ? 'VALIDATION_ERROR' : 'CONFLICT'
}

/** Returns the message of a conflict, for answers and for the items of operations. */
export function conflictMessage(conflict: LicenseConflict): string {
  switch (conflict.reason) {
    case 'freeze-needs-active':
      return `Only an ACTIVE license can be frozen; this one is ${conflict.status}`
    case 'no-transition':
      return `Cannot ${conflict.command} a license that is ${conflict.status}`
    case 'expiry-too-far':
      return 'The extension would put the expiry past the year 9999'
    case 'tier-gone':
      return 'The tier no longer exists: it was deleted'
    case 'tier-archived':
      return 'The tier is archived: choose another one'
    case 'tier-of-other-product':
      return 'The tier belongs to another product than the license'
    case 'features-too-large':
      return 'The features of the license and those of the tier together are too large: shorten those of the license'
  }
}
