import { iso } from '#kernel/time/iso'
import type { FullRelease } from '#releases/queries/find_release'
import type { ListedRelease } from '#releases/queries/list_releases'
import type { Artifact } from '#releases/store/artifact_columns'

/** Transforms a release in a list. */
export function toListedRelease({ orgId: _org, sortKey: _key, ...release }: ListedRelease) {
  return { ...release, ...momentsOf(release) }
}

/** Transforms a release with its notes and files, for its merchant. */
export function toRelease({ orgId: _org, sortKey: _key, artifacts, ...release }: FullRelease) {
  return { ...release, ...momentsOf(release), artifacts: artifacts.map(toArtifact) }
}

/** Transforms a file of a release, for its merchant. */
export function toArtifact(artifact: Artifact) {
  const { id, filename, platform, arch, kind, bytes, sha256, sha512, signature, contentType } = artifact
  const { downloads, createdAt } = artifact
  return {
    ...{ id, filename, platform, arch, kind, bytes, sha256, sha512, signature, contentType },
    ...{ downloads, createdAt: iso(createdAt) },
  }
}

type Moments = Pick<ListedRelease, 'createdAt' | 'updatedAt' | 'publishedAt' | 'yankedAt'>

function momentsOf({ createdAt, updatedAt, publishedAt, yankedAt }: Moments) {
  return {
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    publishedAt: publishedAt === null ? null : iso(publishedAt),
    yankedAt: yankedAt === null ? null : iso(yankedAt),
  }
}
