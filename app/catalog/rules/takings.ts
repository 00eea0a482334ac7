import { effectivePolicy, type PartialPolicy, type Policy } from './policy.js'
import { effectiveFeatures, type Features } from './features.js'
import { effectiveChannels, sees, type Channel } from './release_channels.js'
import type { Meters } from './meters.js'

/** The part of a tier that its licenses read through it (contract/17-tiers). */
export type LiveTier = {
  features: Features
  policy: PartialPolicy
  maxHwidResets: number | null
  meters: Meters
  channels: Channel[] | null
  /** The days after activation in which releases are offered. Null means without end. */
  updatesDays: number | null
}

/** The fields of a product that its tiers build on. */
export type TierBase = { featureDefaults: Features; policy: PartialPolicy }

/**
 * The fields of a tier that give its licenses less after a change than before. Such a change requires confirmation
 * (contract/17-tiers). A license with its own override may lose nothing.
 */
export function takings(base: TierBase, before: LiveTier, after: LiveTier): string[] {
  const policy = policyTakings(policyOf(base, before), policyOf(base, after))
  return [
    ...featureTakings(featuresOf(base, before), featuresOf(base, after)),
    ...policy.map((field) => (field === 'maxHwidResets' ? field : `policy.${field}`)),
    ...meterTakings(before.meters, after.meters),
    ...(losesChannel(effectiveChannels(before.channels), effectiveChannels(after.channels))
      ? ['channels']
      : []),
    ...(isLess(before.updatesDays, after.updatesDays) ? ['updatesDays'] : []),
  ]
}

const policyOf = (base: TierBase, tier: LiveTier) => effectivePolicy(base.policy, null, null, tier)
const featuresOf = (base: TierBase, tier: LiveTier) =>
  effectiveFeatures(base.featureDefaults, tier.features, null)

/** Finds features that lose value: a flag that is cleared, a number that decreases, a text that changes. */
function featureTakings(before: Features, after: Features): string[] {
  const taken = Object.entries(before).filter(([name, had]) => {
    const has = Object.hasOwn(after, name) ? after[name] : undefined
    if (typeof had === 'number') return typeof has !== 'number' ? had !== 0 : has < had
    return Boolean(had) && has !== had
  })
  return taken.map(([name]) => `features.${name}`)
}

/** Compares limits where null means "without end", which is more than any number. */
function isLess(before: number | null, after: number | null): boolean {
  return (after ?? Infinity) < (before ?? Infinity)
}

const LOWER: ReadonlySet<keyof Policy> = new Set([
  ...(['hwidLimit', 'ipLimit', 'regionLimit', 'maxConcurrentSessions', 'sessionTtlSeconds'] as const),
  ...(['maxHwidResets', 'maxIpResets'] as const),
])
const LONGER: ReadonlySet<keyof Policy> = new Set([
  ...(['ipWindowMinutes', 'hwidResetWindowDays', 'ipResetWindowDays'] as const),
])
/** For each field with named values, the value that takes nothing away. */
const LOOSEST: Partial<Policy> = {
  hwidMode: 'none',
  ipMode: 'none',
  onSessionLimit: 'evict_oldest',
  deviceReleases: 'free',
  expiredDownloads: 'released_before',
}

function policyTakings(before: Policy, after: Policy): string[] {
  return (Object.keys(after) as (keyof Policy)[]).filter((field) => {
    const [had, has] = [before[field], after[field]]
    if (had === has) return false
    if (LOWER.has(field)) return isLess(had as number | null, has as number | null)
    if (LONGER.has(field)) return isLess(has as number | null, had as number | null)
    if (field === 'hwidMode' && had === 'sticky') return false
    return has !== LOOSEST[field]
  })
}

function meterTakings(before: Meters, after: Meters): string[] {
  const taken = Object.entries(before).filter(([name, had]) => {
    const has = Object.hasOwn(after, name) ? after[name] : null
    if (!has || has.period !== had.period) return true
    return isLess(had.limit, has.limit) || (had.overage === 'allow' && has.overage === 'deny')
  })
  return taken.map(([name]) => `meters.${name}`)
}

/** A channel that is no longer named is not lost if a less stable one is named, which includes it. */
function losesChannel(before: readonly Channel[], after: readonly Channel[]): boolean {
  return before.some((one) => !sees(after, one))
}
