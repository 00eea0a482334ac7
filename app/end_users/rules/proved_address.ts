import type { Portal } from './portal.js'

/** The end user who has an address. Of one org there is at most one. */
export type Claimant = {
  /** Whether the address is proved on them. */
  proved: boolean
  /** Merged into somebody else, or erased. */
  gone: boolean
  /** Any way in beside this address: an external id, a password, or a sign-in that there ever was. */
  hasOtherDoor: boolean
}

/**
 * The end user whom a proved address signs in: the one who has it, or a new one, for whom the address is taken off
 * somebody else if `takenOff`; null if nobody.
 */
export type ProvedAddress = { who: 'claimant' } | { who: 'new'; takenOff: boolean } | null

/**
 * Who somebody is who has proved an address (contract/09-end-users#92-getting-in). An unproved address belongs to an end user
 * only if nobody can have got in by another door: else somebody could enter a stranger's address at the merchant's site
 * first and later look on while the stranger redeems.
 */
export function whoProved(claimant: Claimant | null, registration: Portal['registration']): ProvedAddress {
  if (claimant && !claimant.gone && (claimant.proved || !claimant.hasOtherDoor)) return { who: 'claimant' }
  return registration === 'open' ? { who: 'new', takenOff: claimant !== null } : null
}
