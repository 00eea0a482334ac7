// With its ending, so that unit tests can import this file in Node.js.
import type { PartialPolicy, Policy } from '../../api/types.js'

type Name = keyof Policy

/** The policy fields with a fixed set of values, and the names of these values. */
export const CHOICES = [
  [
    'hwidMode',
    'Device limit',
    [
      ['none', 'Unlimited devices'],
      ['sticky', 'Locked to the first device'],
      ['limit', 'Limited number of devices'],
    ],
  ],
  [
    'ipMode',
    'IP address limit',
    [
      ['none', 'Any IP address'],
      ['sticky', 'Locked to the first IP address'],
      ['limit', 'Limited number of IP addresses'],
      ['sticky_region', 'Locked to the first region'],
      ['region_limit', 'Limited number of regions'],
    ],
  ],
  [
    'onSessionLimit',
    'When the session limit is reached',
    [
      ['deny', 'Refuse the new session'],
      ['evict_oldest', 'End the oldest session'],
    ],
  ],
  [
    'deviceReleases',
    'Releasing a single device',
    [
      ['counts', 'Counts as a reset'],
      ['free', 'Does not count as a reset'],
    ],
  ],
  [
    'expiredDownloads',
    'Downloads after expiry',
    [
      ['none', 'None'],
      ['released_before', 'Releases published before expiry'],
    ],
  ],
] as const satisfies readonly (readonly [Name, string, readonly (readonly [string, string])[]])[]

/** The policy fields that are numbers. The third entry is the default; null means no limit. The last is the minimum. */
export const NUMBERS = [
  ['hwidLimit', 'Maximum devices', 1, 1],
  ['ipLimit', 'Maximum IP addresses', 1, 1],
  ['regionLimit', 'Maximum regions', 1, 1],
  ['ipWindowMinutes', 'IP address window, minutes', 1440, 1],
  ['maxConcurrentSessions', 'Concurrent sessions', null, 1],
  ['sessionTtlSeconds', 'Session timeout, seconds', 300, 30],
  ['maxHwidResets', 'Device resets allowed', 3, 0],
  ['hwidResetWindowDays', 'Device reset window, days', null, 1],
  ['maxIpResets', 'IP address resets allowed', 10, 0],
  ['ipResetWindowDays', 'IP address reset window, days', 30, 1],
] as const satisfies readonly (readonly [Name, string, number | null, number])[]

export type NumberName = (typeof NUMBERS)[number][0]

/** The numbers that may also be null: no limit. */
const ENDLESS: readonly NumberName[] = ['maxConcurrentSessions', 'hwidResetWindowDays', 'ipResetWindowDays']
export const isEndless = (name: NumberName) => ENDLESS.includes(name)

/** Returns true if a field has an effect with the selected modes. */
export function isMeant(name: Name, { hwidMode, ipMode }: PartialPolicy): boolean {
  if (name === 'hwidLimit') return hwidMode === 'limit'
  if (name === 'ipLimit') return ipMode === 'limit'
  if (name === 'regionLimit') return ipMode === 'region_limit'
  if (name === 'ipWindowMinutes') return ipMode === 'limit' || ipMode === 'region_limit'
  return true
}

/** The fields that a form shows for a policy at a path of the request body, and that show their own messages. */
export const shownOfPolicy = (path: string, inForce: PartialPolicy) =>
  [...CHOICES, ...NUMBERS].flatMap(([name]) => (isMeant(name, inForce) ? [`${path}.${name}`] : []))
