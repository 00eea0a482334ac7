import { deny } from '#kernel/refusals/verdict'
import { BINDS, BOUND, type BindingVerdict } from './binding.js'
import { inWindow, type BoundIp } from './ip.js'
import type { Policy } from './policy.js'

type RegionVerdict = BindingVerdict<'IP_REGION_VIOLATION' | 'IP_REGION_LIMIT_EXCEEDED' | 'IP_REGION_UNKNOWN'>

/**
 * Checks the modes that bind regions. Each region has one binding: the first address from that region. `sticky_region`
 * refuses an unknown region; `region_limit` counts all unknown regions as one region.
 */
export function checkRegion(
  policy: Policy,
  region: string | null,
  bound: BoundIp[],
  now: number
): RegionVerdict {
  if (policy.ipMode === 'sticky_region') return checkSticky(region, bound)
  if (policy.ipMode !== 'region_limit') return BOUND
  const regions = new Set(inWindow(policy, bound, now).map((one) => one.region))
  if (regions.has(region)) return BOUND
  return regions.size < policy.regionLimit ? BINDS : deny('IP_REGION_LIMIT_EXCEEDED')
}

function checkSticky(region: string | null, bound: BoundIp[]): RegionVerdict {
  if (region === null) return deny('IP_REGION_UNKNOWN')
  const regions = bound.flatMap((one) => one.region ?? [])
  if (regions.includes(region)) return BOUND
  return regions.length === 0 ? BINDS : deny('IP_REGION_VIOLATION')
}
