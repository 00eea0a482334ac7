import type { Artifact } from './artifact_columns.js'
import { RELEASE_COLUMNS, type Release } from './release_columns.js'

/** The fields of a file that feeds need. */
export type FeedFile = Pick<
  Artifact,
  'id' | 'filename' | 'platform' | 'arch' | 'kind' | 'bytes' | 'sha256' | 'sha512' | 'sha1' | 'signature'
> & { contentType: string }

/** A release with its files, without its notes. Notes can be long, so `withNotes` reads them separately. */
export type FeedRelease = Omit<Release, 'notes'> & { artifacts: FeedFile[] }

/** A `FeedRelease` with its notes. */
export type ShownRelease = FeedRelease & { notes: string | null }

/** The files of the release `r` as JSON, without incomplete uploads. */
const FILES_JSON = `(
  select coalesce(json_agg(json_build_object('id', a.id, 'filename', a.filename, 'platform', a.platform,
    'arch', a.arch, 'kind', a.kind, 'bytes', a.bytes, 'sha256', a.sha256, 'sha512', a.sha512, 'sha1', a.sha1,
    'signature', a.signature, 'contentType', a.content_type) order by a.id), '[]')
  from artifacts a where a.release_id = r.id and a.stored_at is not null) as artifacts`

/** The columns of a `FeedRelease` in the table `r`. */
export const FEED_COLUMNS = `${RELEASE_COLUMNS.replace('r.notes, ', '')}, ${FILES_JSON}`
