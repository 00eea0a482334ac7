import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { CHANNELS } from '#catalog/rules/release_channels'
import { ARTIFACT_KINDS, RELEASE_STATUSES } from '#releases/rules/release'
import type { toArtifact, toListedRelease, toRelease } from './release_transformer.js'

const { anyObject, choice, list, moment, named, nullable, text, uuid, whole } = shape

/** A file of a release (contract/12-releases#121-publishing). */
export const ArtifactShape = named(
  'Artifact',
  {
    id: uuid(),
    filename: text(),
    platform: text('For example `windows`, `darwin` or `linux`. `any` and `universal` match every platform.'),
    arch: text('For example `x86_64` or `aarch64`. `any` and `universal` match every architecture.'),
    kind: choice(ARTIFACT_KINDS),
    bytes: whole(),
    sha256: text('Hexadecimal.'),
    sha512: text('Hexadecimal.'),
    signature: nullable(text("The signature from the merchant's own signing tool.")),
    contentType: text('The media type, detected from the first bytes of the file.'),
    downloads: whole('The number of downloads.'),
    createdAt: moment(),
  },
  'A file of a release.'
)
same<ReturnType<typeof toArtifact>, Static<typeof ArtifactShape>>(true)

const fields = {
  id: uuid(),
  productId: uuid(),
  version: text('SemVer 2.0.'),
  channel: choice(CHANNELS),
  status: choice(RELEASE_STATUSES),
  name: nullable(text()),
  requires: list(text(), 'The features that a license needs to get the release.'),
  rolloutPercent: whole('The percentage of licenses that get the release.'),
  metadata: anyObject(),
  yankReason: nullable(text()),
  createdAt: moment(),
  updatedAt: moment(),
  publishedAt: nullable(moment()),
  yankedAt: nullable(moment()),
}

/** A release in a list. */
export const ListedReleaseShape = named(
  'ListedRelease',
  { ...fields, artifactCount: whole('The number of files.') },
  'A release in a list.'
)
same<ReturnType<typeof toListedRelease>, Static<typeof ListedReleaseShape>>(true)

/** A release (contract/12-releases#121-publishing). */
export const ReleaseShape = named(
  'Release',
  { ...fields, notes: nullable(text('Markdown.')), artifacts: list(ArtifactShape) },
  'A version of a product, with its files.'
)
same<ReturnType<typeof toRelease>, Static<typeof ReleaseShape>>(true)
