import { isPlainObject } from '#kernel/json/metadata'
import type { FieldProblem } from '#kernel/refusals/field_problem'

export const FEATURE_TYPES = ['boolean', 'integer', 'string'] as const
type FeatureType = (typeof FEATURE_TYPES)[number]

/** A feature that a product sells in its tiers (contract/17-tiers). */
export type FeatureDeclaration = { name: string; type: FeatureType; description?: string }

type FeatureValue = boolean | number | string

/** Values of features by their names: the values of a tier, of a license, or the effective ones. */
export type Features = Record<string, FeatureValue>

export const MAX_FEATURES = 200
export const MAX_FEATURE_NAME = 64
export const FEATURE_NAME = /^[a-z][a-z0-9_.-]{0,63}$/
export const MAX_FEATURE_DESCRIPTION = 1000
/** The largest effective features of a license, in bytes of JSON. */
export const MAX_FEATURES_BYTES = 8 * 1024

const DEFAULTS = { boolean: false, integer: 0, string: '' } as const

/**
 * The values of a license if neither it nor its tier sets any: no feature is granted. Each value has the type of its
 * declaration.
 */
export function declaredDefaults(declared: readonly FeatureDeclaration[]): Features {
  return Object.fromEntries(declared.map(({ name, type }) => [name, DEFAULTS[type]]))
}

/**
 * The effective features of a license, one for each declared feature of its product. The value of the license wins,
 * then the value of its tier, then the default. The function is pure; every read and authorize use it
 * (contract/17-tiers). A value is ignored if its declaration is gone or now has another type.
 */
export function effectiveFeatures(defaults: Features, tier: Features | null, own: Features | null): Features {
  const fitting = (values: Features | null, name: string, value: FeatureValue) =>
    values !== null && Object.hasOwn(values, name) && isLike(value, values[name]) ? values[name] : undefined
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      fitting(own, name, value) ?? fitting(tier, name, value) ?? value,
    ])
  )
}

/** Returns true if a license has a feature: a flag that is true, a number other than 0, or a text that is not empty. */
export function isGranted(features: Features, name: string): boolean {
  return Object.hasOwn(features, name) && Boolean(features[name])
}

/** For each feature that a program asks about, whether the license has it. */
export function grantedOf(features: Features, asked: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(asked.map((name) => [name, isGranted(features, name)]))
}

/** The problems of the features that a product declares: duplicate names, or defaults that are too large. */
export function declarationProblems(declared: readonly FeatureDeclaration[]): FieldProblem[] {
  const names = declared.map(({ name }) => name)
  const twice = names.flatMap((name, at) =>
    names.indexOf(name) === at
      ? []
      : [{ field: `features.${at}.name`, message: `The feature ${name} is declared twice` }]
  )
  return twice.length > 0 ? twice : sizeProblems(declaredDefaults(declared))
}

/** The features that the product no longer declares, or declares with another type. */
export function withdrawn(before: Features, after: Features): string[] {
  return Object.keys(before).filter(
    (name) => !Object.hasOwn(after, name) || typeof after[name] !== typeof before[name]
  )
}

/**
 * The problems of the features of a tier or license. Each must be declared by the product and have the declared type.
 */
export function featureProblems(defaults: Features, value: unknown, at = 'features'): FieldProblem[] {
  if (!isPlainObject(value)) return [{ field: at, message: `${at} must be an object` }]
  return Object.entries(value).flatMap(([name, given]) => {
    const field = `${at}.${name.slice(0, 100).toWellFormed()}`
    if (!Object.hasOwn(defaults, name)) {
      return [{ field, message: `The product does not declare this feature: ${field}` }]
    }
    const value = defaults[name]
    return isLike(value, given) ? [] : [{ field, message: `${name} must be ${wordOf(value)}` }]
  })
}

/** The problem of effective features that are too large for an answer, if they are. */
export function sizeProblems(features: Features): FieldProblem[] {
  const bytes = new TextEncoder().encode(JSON.stringify(features)).length
  if (bytes <= MAX_FEATURES_BYTES) return []
  return [
    { field: 'features', message: `The features of a license can have at most ${MAX_FEATURES_BYTES} bytes` },
  ]
}

/**
 * The problems of a license's own features: problems with the values, then effective features that are too large for
 * an answer. Features that the license had already (`isKept`) may name some that the product has withdrawn since.
 */
export function ownFeatureProblems(
  defaults: Features,
  tier: Features | null,
  own: unknown,
  isKept = false
): FieldProblem[] {
  const problems = isKept || own === null ? [] : featureProblems(defaults, own)
  if (problems.length > 0) return problems
  return sizeProblems(effectiveFeatures(defaults, tier, own as Features | null))
}

function wordOf(value: FeatureValue): string {
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'number' ? 'a whole number' : 'a text'
}

function isLike(value: FeatureValue, given: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(given)
  return typeof given === typeof value
}
