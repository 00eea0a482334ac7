import { deny, type Verdict } from '#kernel/refusals/verdict'
import { whoProved, type Claimant } from './proved_address.js'

/** The end users whom an exchange names by external id and by address. They can be the same person. */
export type NamedEndUsers<Person> = { byExternalId: Person | null; byEmail: Person | null }

/** The reason why an exchange is refused: external id and verified address belong to two end users. */
export type ExchangeProblem = { reason: 'two-people'; byExternalId: string; byEmail: string }

/** The end user whom a merchant vouches for. */
export type VouchedFor<Person> = {
  /** Null if a new end user must be created. */
  endUser: Person | null
  /** True if the end user gets the address that was sent. */
  takesEmail: boolean
  /** The end user who loses the address because their claim to it is not valid. */
  takenOff: Person | null
}

type Named = Claimant & { id: string }

/**
 * Decides which end user a merchant vouches for (contract/09-end-users#93-the-exchange-the-merchant-vouches). An
 * address counts only if the merchant has verified it; then it counts as proved by its owner at a door. Otherwise a
 * person who enters a stranger's address at the merchant's site would become the stranger.
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
