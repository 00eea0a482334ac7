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
    'Whether devices count: not at all, only the first one, or up to `hwidLimit`.'
  ),
  hwidLimit: count('hwidLimit', 'The most devices with `hwidMode` limit.'),
  ipMode: choice(IP_MODES, 'Whether addresses, or their regions, count.'),
  ipLimit: count('ipLimit', 'The most addresses within `ipWindowMinutes` with `ipMode` limit.'),
  regionLimit: count('regionLimit', 'The most regions within `ipWindowMinutes` with `ipMode` region_limit.'),
  ipWindowMinutes: count('ipWindowMinutes', 'Minutes in which distinct addresses or regions count together.'),
  maxConcurrentSessions: countOrNull(
    'maxConcurrentSessions',
    'The most sessions at a time; null is unlimited.'
  ),
  onSessionLimit: choice(ON_SESSION_LIMIT, 'What happens to a session that is one too many.'),
  sessionTtlSeconds: count('sessionTtlSeconds', 'Seconds that a session lives without a call.'),
  maxHwidResets: count('maxHwidResets', 'HWID resets that an end user has within `hwidResetWindowDays`.'),
  hwidResetWindowDays: countOrNull(
    'hwidResetWindowDays',
    'Days in which the HWID resets of an end user count together; null is the life of the license.'
  ),
  maxIpResets: count('maxIpResets', 'IP resets that an end user has within `ipResetWindowDays`.'),
  ipResetWindowDays: countOrNull(
    'ipResetWindowDays',
    'Days in which the IP resets of an end user count together; null is the life of the license.'
  ),
  deviceReleases: choice(
    DEVICE_RELEASES,
    'Whether an end user who frees one device takes a reset for it (`counts`) or not (`free`).'
  ),
  expiredDownloads: choice(
    EXPIRED_DOWNLOADS,
    'What an EXPIRED license may download: nothing, or what was published while it ran (`released_before`).'
  ),
}

/** A complete policy (contract#policy). */
export const PolicyShape = named('Policy', fields, 'How much use a license allows.')
same<Policy, Static<typeof PolicyShape>>(true)

/** The fields of a policy that are set; other fields are refused. The code reads them as an open object. */
export const SetPolicyShape = Type.Unsafe<Record<string, unknown>>({
  $id: 'PartialPolicy',
  type: 'object',
  properties: fields,
  additionalProperties: false,
  description: 'The fields of a policy that are set here.',
})
