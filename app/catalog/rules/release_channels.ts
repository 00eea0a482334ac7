import type { FieldProblem } from '#kernel/refusals/field_problem'

/**
 * The channels of releases. The first four are ordered from the most to the least stable
 * (contract/12-releases#122-who-may-have-what).
 */
export const CHANNELS = ['stable', 'rc', 'beta', 'alpha', 'dev'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * The channels of a license if neither its tier nor its override names any
 * (contract/12-releases#122-who-may-have-what).
 */
const DEFAULT_CHANNELS: readonly Channel[] = ['stable']

/** The channels of a license: its own if it has any, otherwise those of its tier, otherwise only stable. */
export function effectiveChannels(
  tier: readonly Channel[] | null,
  own: readonly Channel[] | null = null
): readonly Channel[] {
  return own ?? tier ?? DEFAULT_CHANNELS
}

/** The channels that a holder of `channel` sees: it and the more stable ones. `dev` includes no other channel. */
function seenFrom(channel: Channel): readonly Channel[] {
  return channel === 'dev' ? ['dev'] : CHANNELS.slice(0, CHANNELS.indexOf(channel) + 1)
}

/** True if a holder of `channels` sees releases of `channel`. */
export function sees(channels: readonly Channel[], channel: Channel): boolean {
  return channels.some((one) => seenFrom(one).includes(channel))
}

/** The problems of the channels of a tier: duplicate names. */
export function channelProblems(channels: readonly string[], at = 'channels'): FieldProblem[] {
  const seen = new Set<string>()
  return channels.flatMap((channel, n) => {
    if (!seen.has(channel)) {
      seen.add(channel)
      return []
    }
    return [{ field: `${at}.${n}`, message: `${channel} is named twice` }]
  })
}
