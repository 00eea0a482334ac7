import { isPlainObject } from '#kernel/json/metadata'
import type { FieldProblem } from '#kernel/refusals/field_problem'

export const HWID_MODES = ['none', 'sticky', 'limit'] as const
export const IP_MODES = ['none', 'sticky', 'limit', 'sticky_region', 'region_limit'] as const
export const ON_SESSION_LIMIT = ['deny', 'evict_oldest'] as const
export const DEVICE_RELEASES = ['counts', 'free'] as const
export const EXPIRED_DOWNLOADS = ['none', 'released_before'] as const

/** A complete policy: how much use a license allows (contract#policy). */
export type Policy = {
  hwidMode: (typeof HWID_MODES)[number]
  hwidLimit: number
  ipMode: (typeof IP_MODES)[number]
  ipLimit: number
  regionLimit: number
  /** Minutes in which distinct addresses or regions count together. */
  ipWindowMinutes: number
  /** Null means unlimited. */
  maxConcurrentSessions: number | null
  onSessionLimit: (typeof ON_SESSION_LIMIT)[number]
  sessionTtlSeconds: number
  maxHwidResets: number
  /** The days in which the HWID resets of an end user count together. Null means the whole life of the license. */
  hwidResetWindowDays: number | null
  maxIpResets: number
  /** The days in which the IP resets of an end user count together. Null means the whole life of the license. */
  ipResetWindowDays: number | null
  /** Defines whether freeing a single device takes one of the resets (contract/09-end-users#95-licenses-eu). */
  deviceReleases: (typeof DEVICE_RELEASES)[number]
  /** Defines which releases an EXPIRED license may download (contract/12-releases#122-who-may-have-what). */
  expiredDownloads: (typeof EXPIRED_DOWNLOADS)[number]
}

/** A product's policy or a license's override: only the fields that are set. */
export type PartialPolicy = Partial<Policy>

/**
 * The policy of a product that sets nothing.
 *
 * @internal
 */
export const DEFAULT_POLICY: Policy = {
  hwidMode: 'none',
  hwidLimit: 1,
  ipMode: 'none',
  ipLimit: 1,
  regionLimit: 1,
  ipWindowMinutes: 1440,
  maxConcurrentSessions: null,
  onSessionLimit: 'deny',
  sessionTtlSeconds: 300,
  maxHwidResets: 3,
  hwidResetWindowDays: null,
  maxIpResets: 10,
  ipResetWindowDays: 30,
  deviceReleases: 'counts',
  expiredDownloads: 'none',
}

/** The largest number of allowed resets, of a policy or of a single license. */
export const MAX_HWID_RESETS = 1_000_000

const MAX_WINDOW_DAYS = 3650

type Rule = { oneOf: readonly string[] } | { from: number; to: number; nullable?: true }

/** The allowed values of each field of a policy. */
export const POLICY_RULES = {
  hwidMode: { oneOf: HWID_MODES },
  hwidLimit: { from: 1, to: 100_000 },
  ipMode: { oneOf: IP_MODES },
  ipLimit: { from: 1, to: 100_000 },
  regionLimit: { from: 1, to: 1000 },
  ipWindowMinutes: { from: 1, to: 525_600 },
  maxConcurrentSessions: { from: 1, to: 1_000_000, nullable: true },
  onSessionLimit: { oneOf: ON_SESSION_LIMIT },
  sessionTtlSeconds: { from: 30, to: 86_400 },
  maxHwidResets: { from: 0, to: MAX_HWID_RESETS },
  hwidResetWindowDays: { from: 1, to: MAX_WINDOW_DAYS, nullable: true },
  maxIpResets: { from: 0, to: MAX_HWID_RESETS },
  ipResetWindowDays: { from: 1, to: MAX_WINDOW_DAYS, nullable: true },
  deviceReleases: { oneOf: DEVICE_RELEASES },
  expiredDownloads: { oneOf: EXPIRED_DOWNLOADS },
} as const satisfies Record<keyof Policy, Rule>

/** The problems of a policy or an override. Field names begin with `at` ("policy.hwidMode"). */
export function policyProblems(value: unknown, at: string): FieldProblem[] {
  if (!isPlainObject(value)) return [{ field: at, message: `${at} must be an object` }]
  return Object.entries(value).flatMap(([name, given]) => {
    const message = Object.hasOwn(POLICY_RULES, name)
      ? broken(POLICY_RULES[name as keyof Policy], given)
      : `is not a field of a policy. The fields are ${Object.keys(POLICY_RULES).join(', ')}`
    return message ? [{ field: `${at}.${name}`, message: `${name} ${message}` }] : []
  })
}

/** The part of a tier that changes a policy. */
export type TierPolicy = { policy: PartialPolicy; maxHwidResets: number | null }

/**
 * The policy that a license is checked against, field by field. It starts with the defaults. Then each of these
 * overrides the previous ones: the product's policy, the tier's policy and its `maxHwidResets`, the license's
 * override, and the license's own `maxHwidResets` (contract/17-tiers).
 */
export function effectivePolicy(
  product: PartialPolicy | null,
  override: PartialPolicy | null,
  maxHwidResets: number | null = null,
  tier: TierPolicy | null = null
): Policy {
  const ofTier = { ...tier?.policy, ...resets(tier?.maxHwidResets) }
  return { ...DEFAULT_POLICY, ...product, ...ofTier, ...override, ...resets(maxHwidResets) }
}

function resets(maxHwidResets: number | null | undefined): PartialPolicy {
  return maxHwidResets === null || maxHwidResets === undefined ? {} : { maxHwidResets }
}

function broken(rule: Rule, given: unknown): string | null {
  if ('oneOf' in rule) {
    return rule.oneOf.includes(given as string) ? null : `must be one of ${rule.oneOf.join(', ')}`
  }
  if (given === null && rule.nullable) return null
  const fits = Number.isInteger(given) && Number(given) >= rule.from && Number(given) <= rule.to
  if (fits && typeof given === 'number') return null
  return `goes from ${rule.from} to ${rule.to}${rule.nullable ? ', or is null' : ''}`
}
