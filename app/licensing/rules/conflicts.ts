import type { LicenseStatus } from './license.js'
import type { StatusCommand } from './state_machine.js'

/** Why a license refuses a change; the edge answers each as CONFLICT (contract#transitions). */
export type LicenseConflict =
  | { reason: 'freeze-needs-active'; status: LicenseStatus }
  | { reason: 'no-transition'; command: StatusCommand; status: LicenseStatus }
  | { reason: 'expiry-too-far' }

/** The message of a conflict, for answers and for the items of operations. */
export function conflictMessage(conflict: LicenseConflict): string {
  switch (conflict.reason) {
    case 'freeze-needs-active':
      return `Only an ACTIVE license can be frozen; this one is ${conflict.status}`
    case 'no-transition':
      return `Cannot ${conflict.command} a license that is ${conflict.status}`
    case 'expiry-too-far':
      return 'The extension would put the expiry past the year 9999'
  }
}
