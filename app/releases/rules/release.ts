/** The statuses of a release (contract/12-releases#121-publishing). */
export const RELEASE_STATUSES = ['draft', 'published', 'yanked'] as const
export type ReleaseStatus = (typeof RELEASE_STATUSES)[number]

/** The kinds of files of a release. */
export const ARTIFACT_KINDS = ['installer', 'archive', 'update', 'delta', 'signature', 'other'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]
