import type { PartialPolicy, Policy } from '../../api/types'

type Name = keyof Policy

/** The fields of a policy that are one of some words, with what those mean. */
export const CHOICES = [
  [
    'hwidMode',
    'Runs',
    [
      ['none', 'On any number of devices'],
      ['sticky', 'On the first device that uses it'],
      ['limit', 'On a number of devices'],
    ],
  ],
  [
    'ipMode',
    'Is used',
    [
      ['none', 'From any address'],
      ['sticky', 'From the first address that uses it'],
      ['limit', 'From a number of addresses'],
      ['sticky_region', 'From the first region that uses it'],
      ['region_limit', 'From a number of regions'],
    ],
  ],
  [
    'onSessionLimit',
    'One too many',
    [
      ['deny', 'Refuse the new one'],
      ['evict_oldest', 'End the oldest one'],
    ],
  ],
  [
    'deviceReleases',
    'Freeing one device',
    [
      ['counts', 'Takes a reset'],
      ['free', 'Takes nothing'],
    ],
  ],
  [
    'expiredDownloads',
    'Downloads once expired',
    [
      ['none', 'None'],
      ['released_before', 'What was published before'],
    ],
  ],
] as const satisfies readonly (readonly [Name, string, readonly (readonly [string, string])[]])[]

/** The fields that are numbers; `usual` holds where nobody has set one, and null is no limit. */
export const NUMBERS = [
  ['hwidLimit', 'Devices', 1],
  ['ipLimit', 'Addresses', 1],
  ['regionLimit', 'Regions', 1],
  ['ipWindowMinutes', 'Minutes in which addresses count together', 1440],
  ['maxConcurrentSessions', 'Running at a time', null],
  ['sessionTtlSeconds', 'Seconds until one that says nothing has ended', 300],
  ['maxHwidResets', 'Device resets that an owner has', 3],
  ['hwidResetWindowDays', 'Days in which device resets count together', null],
  ['maxIpResets', 'Address resets that an owner has', 10],
  ['ipResetWindowDays', 'Days in which address resets count together', 30],
] as const satisfies readonly (readonly [Name, string, number | null])[]

export type NumberName = (typeof NUMBERS)[number][0]

/** The numbers for which null is a value too: no limit. */
const ENDLESS: readonly NumberName[] = ['maxConcurrentSessions', 'hwidResetWindowDays', 'ipResetWindowDays']
export const isEndless = (name: NumberName) => ENDLESS.includes(name)

/** Whether a number says something beside the words that are chosen. */
export function isMeant(name: NumberName, { hwidMode, ipMode }: PartialPolicy): boolean {
  if (name === 'hwidLimit') return hwidMode === 'limit'
  if (name === 'ipLimit') return ipMode === 'limit'
  if (name === 'regionLimit') return ipMode === 'region_limit'
  if (name === 'ipWindowMinutes') return ipMode === 'limit' || ipMode === 'region_limit'
  return true
}
