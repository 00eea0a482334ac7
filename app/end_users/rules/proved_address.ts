import type { Portal } from './portal.js'

/** The end user who has an address. In an org there is at most one. */
export type Claimant = {
  /** True if this end user has proved the address. */
  proved: boolean
  /** Merged into another end user, or erased. */
  gone: boolean
  /** Has another way in than this address: an external id, a password, or any sign-in but by license key in the past. */
  hasOtherDoor: boolean
}

/**
 * The end user whom a proved address signs in: the one who has it, or a new one. With `takenOff`, the address is first
 * removed from the end user who has it. Null if the address signs in no one.
 */
export type ProvedAddress = { who: 'claimant' } | { who: 'new'; takenOff: boolean } | null

/**
 * Decides which end user a proved address signs in (contract/09-end-users#92-getting-in). An unproved address belongs
 * to its end user only if they have no other door. Otherwise an attacker could enter a stranger's address at the
 * merchant's site first, and later see what the stranger redeems.
 */
export function whoProved(claimant: Claimant | null, registration: Portal['registration']): ProvedAddress {
  if (claimant && !claimant.gone && (claimant.proved || !claimant.hasOtherDoor)) return { who: 'claimant' }
  return registration === 'open' ? { who: 'new', takenOff: claimant !== null } : null
}
