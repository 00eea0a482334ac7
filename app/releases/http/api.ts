import { narrowed } from '#http/api/narrowed'
import { answers, shape } from '#http/api/shapes'
import type { Entries } from '#http/api/route_entry'
import type ArtifactsController from './artifacts_controller.js'
import { ArtifactShape, ListedReleaseShape, ReleaseShape } from './release_shape.js'
import type ProductReleasesController from './product_releases_controller.js'
import {
  artifactBodyValidator,
  artifactFormValidator,
  newReleaseValidator,
  releasePatchValidator,
  releasesValidator,
  yankValidator,
} from './releases_input.js'

const { list, nextCursor, uuid } = shape
const TAG = { tag: 'Releases' }
const ONE = { release: ReleaseShape }
const FILE = { artifact: ArtifactShape }

const fields = {
  version: 'SemVer 2.0; a leading v is dropped.',
  channel: '`stable` if left out.',
  notes: 'Markdown, at most 64 KiB.',
  requires: 'Features that a license needs to get it.',
  rolloutPercent: 'The share of licenses that get it.',
}
const about = {
  platform: '`win32`, `macos` and the like are known; `any` if left out.',
  arch: '`x64`, `arm64` and the like are known; `any` if left out.',
  kind: '`other` if left out.',
}
const refuses = ['NOT_FOUND', 'NO_FILE', 'BAD_REQUEST', 'CONFLICT', 'LIMIT_REACHED'] as const
const hash =
  'With the header `Content-SHA256`, a file that arrives otherwise is refused. The same file again is answered with 200; ' +
  'other bytes under its name are a CONFLICT.'

/** Releases in the API document. */
export const RELEASES_API = {
  'product_releases.index': {
    ...TAG,
    summary: 'List the releases of a product',
    description: 'Newest version first.',
    query: releasesValidator,
    success: answers<ProductReleasesController['index']>()({
      releases: list(ListedReleaseShape),
      nextCursor: nextCursor(),
    }),
  },
  'product_releases.store': {
    ...TAG,
    summary: 'Make a release',
    description: 'It is a draft until it is published.',
    body: newReleaseValidator,
    fields,
    success: answers<ProductReleasesController['store']>(201)(ONE),
    refuses: ['CONFLICT'],
    example: { version: '2.1.0', notes: 'Opens files faster.' },
  },
  'product_releases.show': {
    ...TAG,
    summary: 'Read a release',
    success: answers<ProductReleasesController['show']>()(ONE),
    refuses: ['NOT_FOUND'],
  },
  'product_releases.update': {
    ...TAG,
    summary: 'Change a release',
    description: 'Version and channel only while it is a draft.',
    body: narrowed(releasePatchValidator, { minProperties: 1 }),
    fields,
    success: answers<ProductReleasesController['update']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { rolloutPercent: 25 },
  },
  'product_releases.destroy': {
    ...TAG,
    summary: 'Delete a draft',
    success: answers<ProductReleasesController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'product_releases.publish': {
    ...TAG,
    summary: 'Publish a draft',
    description: 'It needs a file. Its files never change from then on.',
    success: answers<ProductReleasesController['publish']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'product_releases.yank': {
    ...TAG,
    summary: 'Take a published release back',
    description: 'Nobody is offered it any more, and links to its files end.',
    body: yankValidator,
    success: answers<ProductReleasesController['yank']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { reason: 'Loses unsaved work.' },
  },
  'product_releases.unyank': {
    ...TAG,
    summary: 'Give a release free again that was taken back',
    success: answers<ProductReleasesController['unyank']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'artifacts.store': {
    ...TAG,
    summary: 'Upload a file of a draft, in a form',
    description: hash,
    query: artifactFormValidator,
    fields: about,
    body: {
      upload: {
        'multipart/form-data':
          'A form with one field `file` and, if you sign your files, a field `signature` before it.',
      },
    },
    success: [
      answers<ArtifactsController['store']>(201)(FILE),
      answers<ArtifactsController['store']>(200)(FILE),
    ],
    refuses,
  },
  'artifacts.put': {
    ...TAG,
    summary: 'Upload a file of a draft, as the body',
    description: `For \`curl -T\`. ${hash}`,
    query: artifactBodyValidator,
    fields: { ...about, signature: "Text that your own tool has made, for your programs' updater." },
    body: { upload: { 'application/octet-stream': 'The file.' } },
    success: [answers<ArtifactsController['put']>(201)(FILE), answers<ArtifactsController['put']>(200)(FILE)],
    refuses,
  },
  'artifacts.destroy': {
    ...TAG,
    summary: 'Delete a file of a draft',
    success: answers<ArtifactsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'artifact_files.show': {
    ...TAG,
    summary: 'Download a file by its link',
    description:
      'The link is good for an hour; its query is the credential. The license is judged again when a download starts. ' +
      'Range and If-Range resume it.',
    success: [
      { status: 200, body: null, type: 'application/octet-stream', description: 'The file.' },
      {
        status: 206,
        body: null,
        type: 'application/octet-stream',
        description: 'The ranges that were asked for.',
      },
      { status: 304, body: null, description: 'The file is the one that If-None-Match names.' },
      { status: 416, body: null, description: 'The range is behind the end of the file.' },
    ],
    refuses: ['FORBIDDEN', 'LICENSE_INACTIVE', 'NOT_FOUND'],
  },
} satisfies Entries
