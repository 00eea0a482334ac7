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
    platform: text('As `windows`, `darwin` or `linux`; `any` and `universal` are for all.'),
    arch: text('As `x86_64` or `aarch64`; `any` and `universal` are for all.'),
    kind: choice(ARTIFACT_KINDS),
    bytes: whole(),
    sha256: text('In hexadecimal.'),
    sha512: text('In hexadecimal.'),
    signature: nullable(text("Made by the merchant's own tool.")),
    contentType: text('By its first bytes.'),
    downloads: whole('How often it was downloaded.'),
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
  requires: list(text(), 'Features that a license needs.'),
  rolloutPercent: whole('The share of licenses that get it.'),
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
  { ...fields, artifactCount: whole('How many files it has.') },
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
