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
const KEY = 'Send the key of a license as `X-License-Key`, or as `key` in the query; open products need none.'
const KEPT = { ETag: 'The version of the answer.', 'Cache-Control': '`private, max-age=60`' }
const SAME: Success = { status: 304, body: null, headers: KEPT, description: 'As `If-None-Match` has it.' }
const NONE: Success = {
  status: 204,
  body: null,
  headers: { 'Cache-Control': '`private, max-age=60`' },
  description: 'There is no update.',
}
const FOUND: Success = {
  status: 302,
  body: null,
  headers: { Location: 'The file, for an hour.' },
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
    summary: 'Ask for an update',
    description: `The newest release that the license may have, if it is newer than \`version\`. ${KEY}`,
    query: updateValidator,
    success: [kept(inEnvelope(200, object({ update: UpdateShape }))), NONE, SAME],
    refuses,
  },
  'updates.tauri': {
    ...UPDATES,
    summary: 'Ask for an update, from Tauri 2',
    description: `Without an envelope. ${KEY}`,
    fields: { target: 'As `{{target}}`.', arch: 'As `{{arch}}`.', version: 'As `{{current_version}}`.' },
    success: [feed(TauriUpdateShape), NONE, SAME],
    refuses,
  },
  'feeds.electron': {
    ...UPDATES,
    summary: 'Read a file of the generic provider of electron-updater',
    description: `\`latest.yml\` and its like are made here; any other name is the newest file of that name. ${KEY}`,
    fields: { file: 'Such as `latest-mac.yml`, `beta-linux-arm64.yml` or the name of an installer.' },
    success: [feed(text('YAML.'), 'text/yaml'), FOUND, SAME],
    refuses: toFile,
  },
  'feeds.appcast': {
    ...UPDATES,
    summary: 'Read the appcast of Sparkle 2',
    description: `The 20 newest releases. ${KEY}`,
    query: appcastValidator,
    success: [feed(text('RSS.'), 'application/rss+xml'), SAME],
    refuses,
  },
  'feeds.velopack': {
    ...UPDATES,
    summary: 'Read a file of Velopack',
    description: `\`releases.CHANNEL.json\` is made here; any other name is the newest file of that name. ${KEY}`,
    query: velopackValidator,
    fields: { file: 'Such as `releases.win.json`, `releases.osx-arm64-beta.json` or the name of a package.' },
    success: [feed(VelopackFeedShape), FOUND, SAME],
    refuses: toFile,
  },
  'update_files.show': {
    ...UPDATES,
    summary: 'Download a file of a release',
    description: `Leads to a link that is good for an hour. It counts in the window of the license. ${KEY}`,
    success: FOUND,
    refuses: toFile,
  },
  'end_users.own_releases.index': {
    ...UPDATES,
    summary: 'List the releases of a license',
    description: 'Those that it may have, the newest version first.',
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
    description: 'Good for an hour, and as long as the license may have the file.',
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
      'To the license of `licenseId`, or to somebody without a license. Of the 200 newest releases, drafts and yanked ones too.',
    query: explainValidator,
    success: answers<ExplanationsController['show']>()({
      offered: nullable(ExplainedReleaseShape),
      releases: list(ExplainedReleaseShape),
    }),
    refuses: ['LICENSE_NOT_FOUND'],
  },
} satisfies Entries
