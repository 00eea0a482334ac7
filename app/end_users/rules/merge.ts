import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'

/** The part of an end user that a merge fills from another one. */
export type Mergeable = {
  email: string | null
  emailVerifiedAt: Millis | null
  username: string | null
  externalId: string | null
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
  marketingConsent: boolean
  metadata: Record<string, unknown>
}

/** Why two end users cannot become one. */
export type MergeProblem = { reason: 'two-external-ids'; target: string; source: string }

/**
 * The target of a merge, its empty fields filled from the source (contract/09-end-users#96-the-merchants-side). An
 * address comes with its proof, and a password only with the address that signs in with it. `keep` target: of two
 * external ids that of the target stays.
 */
export function mergedPerson(
  target: Mergeable,
  source: Mergeable,
  keep: 'target' | null
): Verdict<MergeProblem, { person: Mergeable }> {
  if (target.externalId !== null && source.externalId !== null && keep !== 'target') {
    return deny({ reason: 'two-external-ids', target: target.externalId, source: source.externalId })
  }
  const takesEmail = target.email === null && source.email !== null
  const address = takesEmail ? source : target
  return {
    allow: true,
    person: {
      email: address.email,
      emailVerifiedAt: address.emailVerifiedAt,
      passwordHash: target.passwordHash ?? (takesEmail ? source.passwordHash : null),
      username: target.username ?? source.username,
      externalId: target.externalId ?? source.externalId,
      firstName: target.firstName ?? source.firstName,
      lastName: target.lastName ?? source.lastName,
      locale: target.locale ?? source.locale,
      marketingConsent: target.marketingConsent,
      metadata: { ...source.metadata, ...target.metadata },
    },
  }
}
