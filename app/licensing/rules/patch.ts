import type { Features } from '#catalog/rules/features'
import { policyProblems } from '#catalog/rules/policy'
import { EMPTY_PATCH, type FieldProblem } from '#kernel/refusals/field_problem'
import { metadataProblems } from '#kernel/json/metadata'
import type { TermsInput } from './terms.js'
import { UPDATE_RIGHTS, updateRightsProblems, type UpdateRights } from './update_rights.js'

/** The fields of a license besides its state. Check them with `attributeProblems` before you write them. */
export type LicenseAttributes = UpdateRights & {
  /** Null means that the policy sets the allowance. */
  maxHwidResets: number | null
  policyOverride: Record<string, unknown> | null
  metadata: Record<string, unknown>
  /** Features of the license itself, which win over those of its tier; null for none (contract/17-tiers). */
  features: Features | null
}

/** A PATCH of a license (interface#changing-a-license, contract#patch). */
export type LicensePatch = TermsInput &
  Partial<UpdateRights> & {
    frozen?: boolean
    extendDays?: number
    maxHwidResets?: number | null
    policyOverride?: unknown
    metadata?: unknown
    /** The features of the license itself; null removes them. */
    features?: unknown
    /** The new tier; null for none. */
    tierId?: string | null
  }

/** Returns the attributes of a new license: the given ones, already checked, and empty values for the rest. */
export function newAttributes(given: {
  [Field in keyof LicenseAttributes]?: LicenseAttributes[Field] | null
}): LicenseAttributes {
  return {
    maxHwidResets: given.maxHwidResets ?? null,
    policyOverride: given.policyOverride ?? null,
    metadata: given.metadata ?? {},
    features: given.features ?? null,
    updatesUntil: given.updatesUntil ?? null,
    maxVersion: given.maxVersion ?? null,
    channels: given.channels ?? null,
  }
}

const TERMS = ['expirationMode', 'expiresAt', 'expiresAfterDays'] as const
const ATTRIBUTES = [
  'maxHwidResets',
  'policyOverride',
  'metadata',
  'features',
  'tierId',
  ...UPDATE_RIGHTS,
] as const

/** Returns whether a PATCH states any field of the expiration. */
export function statesTerms(patch: LicensePatch): boolean {
  return TERMS.some((field) => patch[field] !== undefined)
}

/** Returns the problems of a PATCH that do not depend on the license. */
export function patchProblems(patch: LicensePatch): FieldProblem[] {
  const fields = ['frozen', 'extendDays', ...TERMS, ...ATTRIBUTES] as const
  if (fields.every((field) => patch[field] === undefined)) {
    return [EMPTY_PATCH]
  }
  const clashing = [...TERMS, 'frozen' as const].filter((field) => patch[field] !== undefined)
  if (patch.extendDays !== undefined && clashing.length > 0) {
    return clashing.map((field) => ({ field, message: `extendDays cannot be combined with ${field}` }))
  }
  return [...(patch.metadata === null ? metadataProblems(null) : []), ...attributeProblems(patch)]
}

/** Returns the problems of a policy override, metadata and update rights as sent; null and absent are allowed. */
export function attributeProblems(
  sent: { policyOverride?: unknown; metadata?: unknown } & Partial<UpdateRights>
): FieldProblem[] {
  return [
    ...(isGiven(sent.policyOverride) ? policyProblems(sent.policyOverride, 'policyOverride') : []),
    ...(isGiven(sent.metadata) ? metadataProblems(sent.metadata) : []),
    ...updateRightsProblems(sent),
  ]
}

function isGiven(value: unknown) {
  return value !== undefined && value !== null
}
