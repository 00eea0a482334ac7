import { metadataProblems } from '#kernel/json/metadata'
import { invalidField, invalidFields } from '#kernel/refusals/refusal'
import type { Channel } from '#catalog/rules/release_channels'
import { semverSortKey } from './semver_sort_key.js'
import { MAX_VERSION_LENGTH, readVersion } from './version.js'

/** Bounds of a release: bytes of UTF-8 for `notes`, items for `requires`, characters for the rest. */
export const RELEASE_BOUNDS = { notes: 64 * 1024, name: 200, requires: 50, feature: 64 }

/** The format of a feature name in a product (contract/17-tiers). */
export const FEATURE = /^[a-z][a-z0-9_.-]{0,63}$/

/** The fields of a release that a merchant sets; null removes a text. */
export type ReleaseFields = {
  version?: string
  channel?: Channel
  name?: string | null
  /** Markdown. */
  notes?: string | null
  requires?: string[]
  rolloutPercent?: number
  metadata?: unknown
}

/** The fields as they are stored; `sortKey` is set together with `version`. */
type WrittenFields = ReleaseFields & { sortKey?: string }

/**
 * Converts the fields to their stored form: the version without a leading v and with its sort key, `requires` without
 * duplicates.
 * @throws Refusal VALIDATION_ERROR
 */
export function writtenFields({ version: asked, ...fields }: ReleaseFields): WrittenFields {
  const problems = fields.metadata === undefined ? [] : metadataProblems(fields.metadata)
  if (problems.length > 0) throw invalidFields(problems)
  if (fields.notes && new TextEncoder().encode(fields.notes).length > RELEASE_BOUNDS.notes) {
    throw invalidField('notes', `notes can have at most ${RELEASE_BOUNDS.notes} bytes`)
  }
  const requires = fields.requires && [...new Set(fields.requires)]
  if (asked === undefined) return { ...fields, requires }
  const version = readVersion(asked)
  if (version === null) {
    throw invalidField(
      'version',
      `version is a SemVer 2.0 version of at most ${MAX_VERSION_LENGTH} characters, such as 2.1.0 or 2.1.0-beta.1`
    )
  }
  return { ...fields, requires, version, sortKey: semverSortKey(version) }
}
