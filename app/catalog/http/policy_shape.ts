import Type, { type Static } from 'typebox'
import {
  DEVICE_RELEASES,
  EXPIRED_DOWNLOADS,
  HWID_MODES,
  IP_MODES,
  ON_SESSION_LIMIT,
  POLICY_RULES,
  type Policy,
} from '#catalog/rules/policy'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { choice, named } = shape

type Numeric = {
  [F in keyof Policy]: (typeof POLICY_RULES)[F] extends { from: number } ? F : never
}[keyof Policy]

/** The schema of a number in the policy, with its bounds. */
function bounded<Field extends Numeric>(field: Field, description: string) {
  const { from, to } = POLICY_RULES[field]
  return { type: 'integer', minimum: from, maximum: to, description }
}
type OrNull = 'maxConcurrentSessions' | 'hwidResetWindowDays' | 'ipResetWindowDays'
const count = (field: Exclude<Numeric, OrNull>, description: string) =>
  Type.Unsafe<number>(bounded(field, description))
const countOrNull = (field: OrNull, description: string) =>
  Type.Unsafe<number | null>({ ...bounded(field, description), type: ['integer', 'null'] })

const fields = {
  hwidMode: choice(
    HWID_MODES,
    'The devices that a license allows: any (`none`), only the first one (`sticky`), or up to `hwidLimit` devices (`limit`).'
  ),
  hwidLimit: count('hwidLimit', 'The maximum number of devices with the `hwidMode` `limit`.'),
  ipMode: choice(
    IP_MODES,
    'The IP addresses that a license allows: any (`none`), only the first one (`sticky`), up to `ipLimit` addresses (`limit`), only the first region (`sticky_region`), or up to `regionLimit` regions (`region_limit`).'
  ),
  ipLimit: count(
    'ipLimit',
    'The maximum number of addresses within `ipWindowMinutes` with the `ipMode` `limit`.'
  ),
  regionLimit: count(
    'regionLimit',
    'The maximum number of regions within `ipWindowMinutes` with the `ipMode` `region_limit`.'
  ),
  ipWindowMinutes: count(
    'ipWindowMinutes',
    'The length in minutes of the window in which distinct addresses or regions are counted.'
  ),
  maxConcurrentSessions: countOrNull(
    'maxConcurrentSessions',
    'The maximum number of sessions at the same time; null means unlimited.'
  ),
  onSessionLimit: choice(
    ON_SESSION_LIMIT,
    'The action at the session limit: refuse the new session (`deny`), or end the oldest session (`evict_oldest`).'
  ),
  sessionTtlSeconds: count(
    'sessionTtlSeconds',
    'The number of seconds after its last call when a session ends.'
  ),
  maxHwidResets: count(
    'maxHwidResets',
    'The maximum number of HWID resets by an end user within `hwidResetWindowDays`.'
  ),
  hwidResetWindowDays: countOrNull(
    'hwidResetWindowDays',
    'The length in days of the window in which HWID resets by an end user are counted; null means the life of the license.'
  ),
  maxIpResets: count(
    'maxIpResets',
    'The maximum number of IP resets by an end user within `ipResetWindowDays`.'
  ),
  ipResetWindowDays: countOrNull(
    'ipResetWindowDays',
    'The length in days of the window in which IP resets by an end user are counted; null means the life of the license.'
  ),
  deviceReleases: choice(
    DEVICE_RELEASES,
    'Whether the release of one device by an end user uses a reset (`counts`) or not (`free`).'
  ),
  expiredDownloads: choice(
    EXPIRED_DOWNLOADS,
    'The releases that an EXPIRED license may download: none (`none`), or those published before it expired (`released_before`).'
  ),
}

/** A complete policy (contract#policy). */
export const PolicyShape = named('Policy', fields, 'The limits on the use of a license.')
same<Policy, Static<typeof PolicyShape>>(true)

/** The fields of a policy that are set; other fields are refused. The code reads them as an open object. */
export const SetPolicyShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'PartialPolicy',
  type: 'object',
  properties: fields,
  additionalProperties: false,
  description: 'The fields of a policy that this record sets.',
})
