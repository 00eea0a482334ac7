import db from '@adonisjs/lucid/services/db'
import { epochMillis, firstRow, rows } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import { mayDownload, type ReleaseTerms } from '#releases/rules/may_download'
import type { AskedProduct } from './find_downloader.js'
import { findDownload } from './find_download.js'

/** A file that was asked for. */
export type AskedFile = { id: string; filename: string; bytes: number; sha256: string }

/** Files of one name that one statement reads. */
const CHUNK = 200

/**
 * Finds a file of a product by its id, if the caller may have it.
 * @throws Refusal NOT_FOUND for a file of another product, or of a release that is a draft or yanked; FORBIDDEN with
 *   the reason; LICENSE_INACTIVE.
 */
export async function fileFor(
  { productId, licenseId }: AskedProduct,
  artifactId: string,
  now: Millis
): Promise<AskedFile> {
  const sql = 'select 1 from artifacts where id = ? and product_id = ?'
  if (!(await firstRow(db.connection(), sql, [artifactId, productId]))) throw noSuch('artifact')
  return findDownload(artifactId, licenseId, now)
}

/** The file of this name, from the newest release that has it and that the caller may have; or null. */
export async function namedFileFor(
  { productId, downloader }: AskedProduct,
  filename: string,
  now: Millis
): Promise<AskedFile | null> {
  let place: string | null = null
  for (;;) {
    const named: NamedFile[] = await filesNamed(productId, filename, place)
    const found = named.find(({ release }) => mayDownload(downloader, release, now) === null)
    if (found || named.length < CHUNK) return found ?? null
    place = named.at(-1)!.release.id
  }
}

type NamedFile = AskedFile & { release: ReleaseTerms }

/** The files of this name in published releases, newest version first, after the release with the id `place`. */
function filesNamed(productId: string, filename: string, place: string | null): Promise<NamedFile[]> {
  return rows<NamedFile>(
    db.connection(),
    `select a.id, a.filename, a.bytes::float8 as bytes, a.sha256, json_build_object('id', r.id, 'version', r.version,
       'channel', r.channel, 'status', r.status, 'requires', r.requires, 'rolloutPercent', r.rollout_percent,
       'publishedAt', ${epochMillis('r.published_at')}) as release
     from artifacts a join releases r on r.id = a.release_id
     where a.product_id = ? and a.filename = ? and a.stored_at is not null and r.status = 'published'
       and (?::uuid is null or (r.sort_key, r.id) < (select p.sort_key, p.id from releases p where p.id = ?::uuid))
     order by r.sort_key desc, r.id desc limit ${CHUNK}`,
    [productId, filename, place, place]
  )
}
