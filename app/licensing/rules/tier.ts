import { channelProblems, type Channel } from '#catalog/rules/release_channels'
import { effectiveFeatures, featureProblems, sizeProblems, type Features } from '#catalog/rules/features'
import { meterProblems, type Meters } from '#catalog/rules/meters'
import { policyProblems, type PartialPolicy } from '#catalog/rules/policy'
import { metadataProblems } from '#kernel/json/metadata'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { deny, type Verdict } from '#kernel/refusals/verdict'
import type { Millis } from '#kernel/time/millis'
import { tierTerms, type TierTerms } from './tier_terms.js'
import type { TermsInput } from './terms.js'

/** The fields of a tier that a merchant sets (contract/17-tiers). */
export type TierFields = {
  code: string
  name: string
  features: Features
  policy: PartialPolicy
  /** Copied to licenses that are created with the tier; null leaves the terms to their orders. */
  terms: TierTerms | null
  maxHwidResets: number | null
  meters: Meters
  channels: Channel[] | null
  updatesDays: number | null
  metadata: Record<string, unknown>
  position: number
  archivedAt: Millis | null
}

/** The fields of a tier in a request; omitted fields stay unchanged. */
export type TierInput = {
  code?: string
  name?: string
  features?: unknown
  policy?: unknown
  terms?: TermsInput | null
  maxHwidResets?: number | null
  meters?: unknown
  channels?: Channel[] | null
  updatesDays?: number | null
  metadata?: unknown
  position?: number
  archived?: boolean
}

export const TIER_CODE = /^[a-z0-9][a-z0-9_.-]{0,63}$/
const LONGEST_CODE = 64
export const MAX_TIER_NAME = 200
export const MAX_POSITION = 1_000_000
/** The most tiers of a product. */
export const MAX_TIERS = 200

/** A tier that sets nothing. */
export const NEW_TIER: Omit<TierFields, 'code' | 'name'> = {
  features: {},
  policy: {},
  terms: null,
  maxHwidResets: null,
  meters: {},
  channels: null,
  updatesDays: null,
  metadata: {},
  position: 0,
  archivedAt: null,
}

/** Returns a code for a copy if the request names none: the first free one of `pro-copy`, `pro-copy-2` and so on. */
export function copyCode(code: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '-copy' : `-copy-${count}`
    const copy = code.slice(0, LONGEST_CODE - end.length) + end
    if (!taken.has(copy)) return copy
  }
}

/**
 * Applies the fields of a request to the tier `had`; returns the new tier, or the problems of the fields. `defaults`
 * are the default values of the product's features.
 */
export function settledTier<Had extends Partial<TierFields> & typeof NEW_TIER>(
  had: Had,
  { terms, archived, ...input }: TierInput,
  defaults: Features,
  now: Millis
): Verdict<FieldProblem[], { tier: Had & TierFields }> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const stated = terms ? tierTerms(terms) : { terms: null, problems: [] }
  const tier = {
    ...had,
    ...given,
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(terms !== undefined && { terms: stated.terms }),
    ...(archived !== undefined && { archivedAt: archived ? (had.archivedAt ?? now) : null }),
  } as Had & TierFields
  const problems = [...inputProblems(input, defaults), ...stated.problems]
  if (problems.length === 0) problems.push(...sizeProblems(effectiveFeatures(defaults, tier.features, null)))
  return problems.length > 0 ? deny(problems) : { allow: true, tier }
}

function inputProblems(input: TierInput, defaults: Features): FieldProblem[] {
  const { features, policy, meters, channels, metadata } = input
  return [
    ...(features === undefined ? [] : featureProblems(defaults, features)),
    ...(policy === undefined ? [] : policyProblems(policy, 'policy')),
    ...(meters === undefined ? [] : meterProblems(meters)),
    ...(channels ? channelProblems(channels) : []),
    ...(metadata === undefined ? [] : metadataProblems(metadata)),
  ]
}
