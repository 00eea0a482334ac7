import { deny, type Verdict } from '#kernel/refusals/verdict'
import { whoProved, type Claimant } from './proved_address.js'

/** End users whom an exchange names: by external id, and by address, which may be one and the same. */
export type NamedEndUsers<Person> = { byExternalId: Person | null; byEmail: Person | null }

/** Why an exchange names nobody: the external id is one person's and the verified address another's. */
export type ExchangeProblem = { reason: 'two-people'; byExternalId: string; byEmail: string }

/** The end user whom a merchant vouches for. */
export type VouchedFor<Person> = {
  /** Null for a new one. */
  endUser: Person | null
  /** Whether the address that was sent becomes theirs. */
  takesEmail: boolean
  /** The end user who loses the address, which they merely claimed. */
  takenOff: Person | null
}

type Named = Claimant & { id: string }

/**
 * The end user whom a merchant means (contract/09-end-users#93-the-exchange-the-merchant-vouches). An address counts
 * only if the merchant has verified it, and then as one that its owner has proved at a door: else whoever enters a
 * stranger's address at the merchant's site would become the stranger.
 */
export function vouchedFor<Person extends Named>(
  { byExternalId, byEmail }: NamedEndUsers<Person>,
  emailVerified: boolean
): Verdict<ExchangeProblem, VouchedFor<Person>> {
  const isOthers = byEmail !== null && byEmail.id !== byExternalId?.id
  if (!emailVerified || !isOthers) {
    return { allow: true, endUser: byExternalId, takesEmail: !isOthers, takenOff: null }
  }
  if (whoProved(byEmail, 'open')?.who === 'new') {
    return { allow: true, endUser: byExternalId, takesEmail: true, takenOff: byEmail }
  }
  if (byExternalId) return deny({ reason: 'two-people', byExternalId: byExternalId.id, byEmail: byEmail.id })
  return { allow: true, endUser: byEmail, takesEmail: true, takenOff: null }
}
