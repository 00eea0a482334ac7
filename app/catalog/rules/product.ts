import { isKeyPrefix } from './key.js'
import { declarationProblems, type FeatureDeclaration } from './features.js'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import { policyProblems } from './policy.js'

/**
 * The distributions of a product. Its releases are for everybody, for people with a license, or for the merchant alone
 * (contract/12-releases#122-who-may-have-what).
 */
export const DISTRIBUTIONS = ['open', 'licensed', 'closed'] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

/** The fields of a product that a merchant sets (contract#products). */
export type ProductFields = {
  name?: string
  /** The prefix of generated keys; null for none. */
  keyPrefix?: string | null
  policy?: unknown
  distribution?: Distribution
  /** The features that its tiers and licenses can have (contract/17-tiers). */
  features?: FeatureDeclaration[]
}

/** The longest name of a product, in characters. */
export const MAX_PRODUCT_NAME = 200

/** The problems of the fields of a product. Missing fields are allowed. */
export function productProblems({ name, keyPrefix, policy, features }: ProductFields): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (name !== undefined && (name.trim() === '' || name.length > MAX_PRODUCT_NAME)) {
    problems.push({ field: 'name', message: `name must have 1 to ${MAX_PRODUCT_NAME} characters` })
  }
  if (keyPrefix !== undefined && keyPrefix !== null && !isKeyPrefix(keyPrefix)) {
    problems.push({
      field: 'keyPrefix',
      message: 'keyPrefix has 1 to 32 characters out of A-Z, a-z, 0-9, ".", "_" and "-"',
    })
  }
  if (policy !== undefined) problems.push(...policyProblems(policy, 'policy'))
  return features === undefined ? problems : [...problems, ...declarationProblems(features)]
}
