import type { Entries, Success } from '#http/api/route_entry'
import { answers, inEnvelope, shape } from '#http/api/shapes'
import type ExplanationsController from './explanations_controller.js'
import type OwnReleasesController from './own_releases_controller.js'
import {
  ExplainedReleaseShape,
  OwnReleaseShape,
  TauriUpdateShape,
  UpdateShape,
  VelopackFeedShape,
} from './update_shape.js'
import {
  appcastValidator,
  downloadValidator,
  explainValidator,
  ownReleasesValidator,
  updateValidator,
  velopackValidator,
} from './updates_input.js'

const { list, moment, nextCursor, nullable, object, text, whole } = shape

const UPDATES = { tag: 'Releases' }
const KEY =
  'Send the license key in the header `X-License-Key` or in the query parameter `key`. A product whose releases are open to everybody needs no key.'
const KEPT = { ETag: 'The version of the response.', 'Cache-Control': '`private, max-age=60`' }
const SAME: Success = {
  status: 304,
  body: null,
  headers: KEPT,
  description: 'Nothing has changed: the ETag matches `If-None-Match`.',
}
const NONE: Success = {
  status: 204,
  body: null,
  headers: { 'Cache-Control': '`private, max-age=60`' },
  description: 'There is no update.',
}
const FOUND: Success = {
  status: 302,
  body: null,
  headers: { Location: 'A link to the file, valid for one hour.' },
}

const refuses = [
  ...(['VALIDATION_ERROR', 'UNAUTHORIZED', 'PRODUCT_NOT_FOUND', 'LICENSE_NOT_FOUND'] as const),
  ...(['LICENSE_INACTIVE', 'FORBIDDEN'] as const),
] as const
const toFile = [...refuses, 'NOT_FOUND', 'RATE_LIMITED', 'RATE_LIMIT_UNAVAILABLE'] as const

const kept = (success: Success): Success => ({ ...success, headers: KEPT })
const feed = (body: Success['body'], type?: string): Success => ({ status: 200, body, type, headers: KEPT })

/** Update feeds and downloads in the API document. */
export const UPDATES_API = {
  'updates.show': {
    ...UPDATES,
    summary: 'Check for an update',
    description: `Returns the newest release that the license may have, if it is newer than \`version\`. ${KEY}`,
    query: updateValidator,
    success: [kept(inEnvelope(200, object({ update: UpdateShape }))), NONE, SAME],
    refuses,
  },
  'updates.tauri': {
    ...UPDATES,
    summary: 'Check for an update, for Tauri 2',
    description: `The response has no envelope. ${KEY}`,
    fields: {
      target: 'The value of `{{target}}`.',
      arch: 'The value of `{{arch}}`.',
      version: 'The value of `{{current_version}}`.',
    },
    success: [feed(TauriUpdateShape), NONE, SAME],
    refuses,
  },
  'feeds.electron': {
    ...UPDATES,
    summary: 'Read an update file for electron-updater (generic provider)',
    description: `The service generates \`latest.yml\` and the similar files. Any other name returns the newest file with that name. ${KEY}`,
    fields: {
      file: 'A file name such as `latest-mac.yml` or `beta-linux-arm64.yml`, or the name of an installer.',
    },
    success: [feed(text('YAML.'), 'text/yaml'), FOUND, SAME],
    refuses: toFile,
  },
  'feeds.appcast': {
    ...UPDATES,
    summary: 'Read the appcast for Sparkle 2',
    description: `Lists the 20 newest releases. ${KEY}`,
    query: appcastValidator,
    success: [feed(text('RSS.'), 'application/rss+xml'), SAME],
    refuses,
  },
  'feeds.velopack': {
    ...UPDATES,
    summary: 'Read an update file for Velopack',
    description: `The service generates \`releases.CHANNEL.json\`. Any other name returns the newest file with that name. ${KEY}`,
    query: velopackValidator,
    fields: {
      file: 'A file name such as `releases.win.json` or `releases.osx-arm64-beta.json`, or the name of a package.',
    },
    success: [feed(VelopackFeedShape), FOUND, SAME],
    refuses: toFile,
  },
  'update_files.show': {
    ...UPDATES,
    summary: 'Download a file of a release',
    description: `Redirects to a link that is valid for one hour. The request counts in the rate limit of the license. ${KEY}`,
    success: FOUND,
    refuses: toFile,
  },
  'end_users.own_releases.index': {
    ...UPDATES,
    summary: 'List the releases of a license',
    description: 'The releases that the license may have, newest version first.',
    query: ownReleasesValidator,
    success: answers<OwnReleasesController['index']>()({
      releases: list(OwnReleaseShape),
      nextCursor: nextCursor(),
    }),
    refuses: ['LICENSE_NOT_FOUND', 'LICENSE_INACTIVE'],
  },
  'end_users.own_releases.store': {
    ...UPDATES,
    summary: 'Get a link to a file of a release',
    description: 'The link is valid for one hour, and only while the license may have the file.',
    body: downloadValidator,
    success: answers<OwnReleasesController['store']>(201)({
      download: object({
        url: text(),
        expiresAt: moment(),
        filename: text(),
        bytes: whole(),
        sha256: text(),
      }),
    }),
    refuses: ['LICENSE_NOT_FOUND', 'LICENSE_NOT_OWNED', 'LICENSE_INACTIVE', 'NOT_FOUND'],
    example: { artifactId: '01900000-0000-7000-8000-000000000000' },
  },
  'keyed.explanations.show': {
    ...UPDATES,
    summary: 'Explain which release would be offered',
    description:
      'Send `licenseId` to check for that license. Without it, the check is for a program that has no license. The list has the 200 newest releases, with drafts and yanked releases, and the offered release if that one is older.',
    query: explainValidator,
    success: answers<ExplanationsController['show']>()({
      offered: nullable(ExplainedReleaseShape),
      releases: list(ExplainedReleaseShape),
    }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
} satisfies Entries
