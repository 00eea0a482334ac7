import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import { PASSED_OVER } from '#releases/rules/choose_release'
import { DOWNLOAD_DENIALS } from '#releases/rules/may_download'
import { CHANNELS } from '#catalog/rules/release_channels'
import { ARTIFACT_KINDS, RELEASE_STATUSES } from '#releases/rules/release'
import type { toTauriUpdate } from './feeds/tauri_feed.js'
import type { toVelopackFeed } from './feeds/velopack_feed.js'
import type { toExplained, toOwnRelease, toUpdate } from './update_transformer.js'

const { choice, list, moment, named, nullable, object, text, uuid, whole } = shape

const file = {
  id: uuid(),
  filename: text(),
  platform: text(),
  arch: text(),
  kind: choice(ARTIFACT_KINDS),
  bytes: whole(),
  sha256: text('Hexadecimal.'),
  sha512: text('Hexadecimal.'),
  signature: nullable(text("The signature from the merchant's own signing tool.")),
  contentType: text(),
}

/** A release as its end users see it. */
export const OwnReleaseShape = named(
  'OwnRelease',
  {
    id: uuid(),
    version: text('SemVer 2.0.'),
    channel: choice(CHANNELS),
    name: nullable(text()),
    notes: nullable(text('Markdown.')),
    publishedAt: moment(),
    artifacts: list(object(file)),
  },
  'A release that a license may have.'
)
same<ReturnType<typeof toOwnRelease>, Static<typeof OwnReleaseShape>>(true)

/** The update that a program is offered. */
export const UpdateShape = named(
  'Update',
  {
    version: text('SemVer 2.0.'),
    channel: choice(CHANNELS),
    notes: nullable(text('Markdown.')),
    publishedAt: moment(),
    artifacts: list(
      object({ ...file, url: text('The download address. Send the same license key with the download.') })
    ),
  },
  'The newest release that a program may have.'
)
same<ReturnType<typeof toUpdate>, Static<typeof UpdateShape>>(true)

/** The response for the updater of Tauri 2. */
export const TauriUpdateShape = named(
  'TauriUpdate',
  {
    version: text(),
    pub_date: moment(),
    url: text(),
    signature: nullable(text('The minisign signature.')),
    notes: text(),
  },
  'An update for Tauri 2.'
)
same<ReturnType<typeof toTauriUpdate>, Static<typeof TauriUpdateShape>>(true)

/** The feed for Velopack. */
export const VelopackFeedShape = named(
  'VelopackFeed',
  {
    Assets: list(
      object({
        PackageId: text(),
        Version: text(),
        Type: text('`Full` or `Delta`.'),
        FileName: text('The name of the file, relative to the feed.'),
        SHA1: text(),
        SHA256: text(),
        Size: whole(),
        NotesMarkdown: text(),
      })
    ),
  },
  'The packages in a Velopack feed.'
)
same<ReturnType<typeof toVelopackFeed>, Static<typeof VelopackFeedShape>>(true)

/** A release, and the reason why it is not offered. */
export const ExplainedReleaseShape = named(
  'ExplainedRelease',
  {
    releaseId: uuid(),
    version: text(),
    channel: choice(CHANNELS),
    status: choice(RELEASE_STATUSES),
    reason: nullable(choice([...DOWNLOAD_DENIALS, ...PASSED_OVER])),
    message: text(),
  },
  'A release, with the reason why it is not offered. `reason` is null for the offered release.'
)
same<ReturnType<typeof toExplained>, Static<typeof ExplainedReleaseShape>>(true)
