import type { FieldProblem } from '#kernel/refusals/field_problem'

/** Channels of releases; the first four from the most to the least stable (contract/12-releases#122-who-may-have-what). */
export const CHANNELS = ['stable', 'rc', 'beta', 'alpha', 'dev'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a license has whose tier and override name none (contract/12-releases#122-who-may-have-what). */
const DEFAULT_CHANNELS: readonly Channel[] = ['stable']

/** The channels of a license: its own where it has any, else those of its tier, else the stable one alone. */
export function effectiveChannels(
  tier: readonly Channel[] | null,
  own: readonly Channel[] | null = null
): readonly Channel[] {
  return own ?? tier ?? DEFAULT_CHANNELS
}

/** The problems of the channels of a tier. */
export function channelProblems(channels: readonly string[], at = 'channels'): FieldProblem[] {
  return channels.flatMap((channel, n) =>
    channels.indexOf(channel) === n ? [] : [{ field: `${at}.${n}`, message: `${channel} is named twice` }]
  )
}
