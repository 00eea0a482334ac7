import { channelProblems, type Channel } from '#catalog/rules/release_channels'
import { isKeptRange } from '#catalog/rules/version_range'
import type { FieldProblem } from '#kernel/refusals/field_problem'
import type { Millis } from '#kernel/time/millis'
import type { Decision } from './changes.js'
import type { LicenseState } from './license.js'

/**
 * The releases that a license may have (contract/12-releases#122-who-may-have-what). Null leaves a field to the tier,
 * or sets no bound.
 */
export type UpdateRights = {
  /** The license may not have releases that are published later. */
  updatesUntil: Millis | null
  /** A SemVer range. */
  maxVersion: string | null
  channels: Channel[] | null
}

export const UPDATE_RIGHTS = ['updatesUntil', 'maxVersion', 'channels'] as const

/** Returns the problems of `maxVersion` and `channels` as sent; null and absent are allowed. */
export function updateRightsProblems({ maxVersion, channels }: Partial<UpdateRights>): FieldProblem[] {
  const isUnread = typeof maxVersion === 'string' && !isKeptRange(maxVersion)
  const message = 'maxVersion must be a SemVer range of at most 256 characters, such as <3.0.0 or ^2.1'
  return [
    ...(isUnread ? [{ field: 'maxVersion', message }] : []),
    ...(channels ? channelProblems(channels) : []),
  ]
}

/** Gives a license other update rights; omitted ones stay unchanged. Event license.updated. */
export function setUpdateRights(
  state: LicenseState & Partial<UpdateRights>,
  given: Partial<UpdateRights>
): Decision<'license.updated'> {
  const fields = UPDATE_RIGHTS.filter(
    (field) => given[field] !== undefined && JSON.stringify(given[field]) !== JSON.stringify(state[field])
  )
  if (fields.length === 0) return { outcome: 'skipped', code: 'UNCHANGED' }
  const set = Object.fromEntries(fields.map((field) => [field, given[field]]))
  const after = { ...state, ...set, revision: state.revision + 1 }
  return { outcome: 'changed', after, ...updateRightsSet(state, fields) }
}

/** Returns the event for a license whose update rights changed. */
export function updateRightsSet({ id: licenseId }: LicenseState, fields: string[]) {
  return { event: 'license.updated' as const, payload: { licenseId, fields } }
}
