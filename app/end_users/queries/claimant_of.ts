import { foldedAddress } from '#end_users/rules/folded_address'
import { keyedDigest } from '#kernel/secrets/tokens'

/**
 * The keyed digest of a person's folded address in one org. Orders of an end user who was erased or merged, or has
 * another address now, keep it: it names no one, but the same person is recognized who claims the same thing again
 * (contract/09-end-users#96-the-merchants-side).
 */
export function claimantOf(orgId: string, email: string): string {
  return keyedDigest()
    .update(`claimant ${orgId} ${foldedAddress(email).plain}`)
    .digest('hex')
}
