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
  version: 'SemVer 2.0. A leading `v` is removed.',
  channel: 'Default: `stable`.',
  notes: 'Markdown, at most 64 KiB.',
  requires: 'The features that a license needs to get the release.',
  rolloutPercent: 'The percentage of licenses that get the release.',
}
const about = {
  platform: 'The platform. Aliases such as `win32` and `macos` are accepted. Default: `any`.',
  arch: 'The architecture. Aliases such as `x64` and `arm64` are accepted. Default: `any`.',
  kind: 'Default: `other`.',
}
const refuses = ['NOT_FOUND', 'NO_FILE', 'BAD_REQUEST', 'CONFLICT', 'LIMIT_REACHED'] as const
const hash =
  'If you send the header `Content-SHA256`, a file with a different hash is refused. If the same file exists already, the status is 200. ' +
  'A different file with the same name is refused with CONFLICT.'

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
    summary: 'Create a release',
    description: 'The new release is a draft until you publish it.',
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
    description: 'You can change the version and the channel only while the release is a draft.',
    body: releasePatchValidator,
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
    description: 'The draft needs at least one file. After publication, its files cannot change.',
    success: answers<ProductReleasesController['publish']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'product_releases.yank': {
    ...TAG,
    summary: 'Yank a published release',
    description: 'A yanked release is no longer offered, and links to its files stop working.',
    body: yankValidator,
    success: answers<ProductReleasesController['yank']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    example: { reason: 'Loses unsaved work.' },
  },
  'product_releases.unyank': {
    ...TAG,
    summary: 'Restore a yanked release',
    success: answers<ProductReleasesController['unyank']>()(ONE),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
  'artifacts.store': {
    ...TAG,
    summary: 'Upload a file to a draft, as a form',
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
    summary: 'Upload a file to a draft, as the request body',
    description: `Suits \`curl -T\`. ${hash}`,
    query: artifactBodyValidator,
    fields: {
      ...about,
      signature: 'A signature from your own signing tool, for the updater in your program.',
    },
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
      'The link is valid for one hour and needs no other credential. The license is checked again when a download starts. ' +
      'Send Range and If-Range to resume a download.',
    success: [
      { status: 200, body: null, type: 'application/octet-stream', description: 'The file.' },
      {
        status: 206,
        body: null,
        type: 'application/octet-stream',
        description: 'The requested ranges.',
      },
      { status: 304, body: null, description: 'The file has not changed: its ETag matches If-None-Match.' },
      { status: 416, body: null, description: 'The requested range is outside the file.' },
    ],
    refuses: ['FORBIDDEN', 'LICENSE_INACTIVE', 'NOT_FOUND'],
  },
} satisfies Entries
