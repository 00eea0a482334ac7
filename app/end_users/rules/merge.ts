import { metadataProblems } from '#kernel/json/metadata'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'

/** The fields of an end user that a merge combines. */
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
  bannedAt: Millis | null
  banReason: string | null
}

/** An end user who takes part in a merge; `eraseAt` is when they will be erased at their own request. */
export type Merging = Mergeable & { eraseAt: Millis | null }

/** The reason why two end users can't be merged. */
export type MergeProblem =
  | { reason: 'two-external-ids'; target: string; source: string }
  | { reason: 'erasure-planned'; whose: 'target' | 'source'; dueAt: Millis }

/**
 * Returns the target of a merge with its empty fields filled from the source
 * (contract/09-end-users#96-the-merchants-side). An address comes with its proof, a password only with the address
 * that it signs in, and a ban with its reason: a merge that lifted the ban of the source would let the person back in.
 * If both have an external id, `keep: 'target'` keeps the target's. An erasure that one of them has confirmed must
 * neither get lost nor take the other one with it, so the two stay apart until it is called off.
 */
export function mergedPerson(
  target: Merging,
  source: Merging,
  keep: 'target' | null
): Verdict<MergeProblem, { person: Mergeable }> {
  for (const [whose, { eraseAt }] of [['target', target] as const, ['source', source] as const]) {
    if (eraseAt !== null) return deny({ reason: 'erasure-planned', whose, dueAt: eraseAt })
  }
  if (target.externalId !== null && source.externalId !== null && keep !== 'target') {
    return deny({ reason: 'two-external-ids', target: target.externalId, source: source.externalId })
  }
  const takesEmail = target.email === null && source.email !== null
  const address = takesEmail ? source : target
  const banned = target.bannedAt === null ? source : target
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
      metadata: mergedMetadata(target.metadata, source.metadata),
      bannedAt: banned.bannedAt,
      banReason: banned.banReason,
    },
  }
}

/**
 * The metadata of both, where the fields of the target win. If that exceeds the bounds of metadata, the target's alone:
 * a choice among the fields of the source would be a record that nobody wrote.
 */
function mergedMetadata(target: Mergeable['metadata'], source: Mergeable['metadata']) {
  const both = { ...source, ...target }
  return metadataProblems(both).length === 0 ? both : target
}
