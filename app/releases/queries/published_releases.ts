import db from '@adonisjs/lucid/services/db'
import { rows } from '#kernel/database/sql'
import { mayBeOlder, offered, whyPassedOver, type Wish } from '#releases/rules/choose_release'
import { CHANNELS } from '#catalog/rules/release_channels'
import { FEED_COLUMNS, type FeedRelease, type ShownRelease } from '#releases/store/feed_release'
import type { ProgramProduct } from './find_downloader.js'
import { KeptCatalogs } from './kept_catalogs.js'

/** Releases per channel that feeds read first. Only if these do not suffice, they read up to MOST per channel. */
const NEWEST = 50
const MOST = 2000

const keptCatalogs = new KeptCatalogs()

/** The published release that a program is offered, or null. Newer releases that it may not have do not hide it. */
export async function findOffered(
  program: ProgramProduct,
  wish: Wish,
  now = Date.now()
): Promise<FeedRelease | null> {
  const { productId, downloader } = program
  const releases = await keptCatalogs.releasesOf(program, readNewest)
  const found = offered(downloader, wish, releases, now)
  if (!mayBeOlder(downloader, wish, { releases, perChannel: NEWEST }, found, now)) return found
  return offered(downloader, wish, await readAllPublished(productId), now)
}

/**
 * The newest published releases that a program may have and asks for, and that have a file for its feed. If none of the
 * newest is one, older ones are read: the license or the platform may have ended with them.
 */
export async function findListed(
  program: ProgramProduct,
  wish: Wish,
  hasFile: (release: FeedRelease) => boolean,
  now = Date.now()
): Promise<FeedRelease[]> {
  const { productId, downloader } = program
  const isMeant = (release: FeedRelease) => {
    const reason = whyPassedOver(downloader, wish, release, now)
    // A feed decides by its own rule which files it can list.
    return (reason === null || reason === 'no_artifact') && hasFile(release)
  }
  const releases = await keptCatalogs.releasesOf(program, readNewest)
  const found = releases.filter(isMeant)
  if (found.length > 0 || !mayBeOlder(downloader, wish, { releases, perChannel: NEWEST }, null, now))
    return found
  return (await readAllPublished(productId)).filter(isMeant)
}

/** Adds the notes to releases of a product, in the same order. */
export async function withNotes(program: ProgramProduct, releases: FeedRelease[]): Promise<ShownRelease[]> {
  const ids = releases.map(({ id }) => id)
  const notes = await keptCatalogs.notesOf(program, ids, readNotes)
  return releases.map((release) => ({ ...release, notes: notes.get(release.id) ?? null }))
}

async function readNotes(ids: string[]): Promise<Map<string, string | null>> {
  const sql = 'select id, notes from releases where id = any(?::uuid[])'
  const found = await rows<{ id: string; notes: string | null }>(db.connection(), sql, [ids])
  return new Map(found.map(({ id, notes }) => [id, notes]))
}

const readNewest = (productId: string) => readCatalog(productId, NEWEST)

/** The published releases of a product, newest version first; at most `MOST` of each channel. */
export const readAllPublished = (productId: string) => readCatalog(productId, MOST)

function readCatalog(productId: string, perChannel: number): Promise<FeedRelease[]> {
  return rows<FeedRelease>(
    db.connection(),
    `select ${FEED_COLUMNS}
     from unnest(?::text[]) as c (channel)
     cross join lateral (
       select * from releases n
       where n.product_id = ? and n.channel = c.channel and n.status = 'published'
       order by n.sort_key desc limit ?
     ) r
     order by r.sort_key desc`,
    [CHANNELS, productId, perChannel]
  )
}

/** The most releases of `releasesOfAllStates`. */
export const LISTED_OF_ALL_STATES = 200

/** The newest releases of a product in any status, to explain which one is offered. */
export function releasesOfAllStates(productId: string): Promise<FeedRelease[]> {
  return rows<FeedRelease>(
    db.connection(),
    `select ${FEED_COLUMNS} from releases r where r.product_id = ? order by r.sort_key desc, r.id desc limit ?`,
    [productId, LISTED_OF_ALL_STATES]
  )
}
