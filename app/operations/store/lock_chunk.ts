import { setTimeout as delay } from 'node:timers/promises'
import type { LicenseState } from '#licensing/rules/license'
import type { Millis } from '#kernel/time/millis'
import type { Scope } from '#kernel/audit/scope'
import { databaseMoment } from '#kernel/database/database_moment'
import { inScope } from '#kernel/database/in_scope'
import { lockFreeLicenses, lockLicenses, readLicenses } from '#licensing/store/license_ledger'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { idsOf, type Chunk } from './chunk.js'

/** How long to wait for a short transaction, such as an authorize call, to release its lock. Milliseconds. */
const SHORT = 20

export type LockedChunk = {
  licenses: LicenseState[]
  /** The chunk without the held licenses. */
  chunk: Chunk
  /** The ids of the held licenses. */
  held: Set<string>
  /**
   * The moment of the changes, read under the locks, so that they are dated after those that they waited for. The clock of
   * the database decides: a worker whose clock is ahead must not find that licenses have expired.
   */
  now: Millis
}

/**
 * Locks the licenses of a chunk without making other writers wait: while it holds some licenses it never waits for
 * others. Licenses that another transaction holds are left for later. Only if all are held does it wait, up to the
 * transaction's lock timeout. A dry run locks nothing.
 * @throws a lock timeout when all of them stay held.
 */
export async function lockChunk(
  trx: Trx,
  scope: Scope,
  chunk: Chunk,
  { dryRun }: { dryRun: boolean }
): Promise<LockedChunk> {
  const ids = idsOf(chunk)
  if (dryRun) {
    return { ...(await readUnlocked(trx, scope, ids)), chunk }
  }
  const { licenses, held, now } = await lockFree(trx, scope, ids, { orWait: true })
  return { licenses, chunk: without(chunk, held), held, now }
}

/**
 * Locks those of the licenses that are free, and returns the ids of those that exist but are held. With `orWait` it
 * waits when all of them are held, up to the transaction's lock timeout. `now` is read under the locks, by the clock of the
 * database.
 * @throws a lock timeout when all of them stay held.
 */
export async function lockFree(trx: Trx, scope: Scope, ids: string[], { orWait }: { orWait: boolean }) {
  const licenses = await lockFreeLicenses(trx, scope, ids)
  let held = await existing(trx, scope, ids, licenses)
  if (held.length > 0 && licenses.length === 0 && orWait) {
    const waited = await lockLicenses(trx, scope, ids)
    return { licenses: waited, held: new Set<string>(), now: await databaseMoment(trx) }
  }
  if (held.length > 0) {
    await delay(SHORT)
    licenses.push(...(await lockFreeLicenses(trx, scope, held)))
    held = await existing(trx, scope, held, licenses)
  }
  return { licenses, held: new Set(held), now: await databaseMoment(trx) }
}

/** Reads the licenses for a dry run, which locks nothing, so none is held. */
export async function readUnlocked(trx: Trx, scope: Scope, ids: string[]) {
  const licenses = await readLicenses(trx, scope, ids)
  return { licenses, held: new Set<string>(), now: await databaseMoment(trx) }
}

function without(chunk: Chunk, left: Set<string>): Chunk {
  const gone = (offset: number) => left.has(chunk.licenseIds![offset] ?? '')
  return {
    ...chunk,
    licenseIds: chunk.licenseIds!.map((id, offset) => (gone(offset) ? null : id)),
    licenseKeys: chunk.licenseKeys?.map((key, offset) => (gone(offset) ? null : key)) ?? null,
  }
}

/** Returns the ids that are licenses of the scope but are not locked. */
async function existing(trx: Trx, scope: Scope, ids: string[], locked: LicenseState[]) {
  const known = new Set(locked.map(({ id }) => id))
  const others = ids.filter((id) => !known.has(id))
  if (others.length === 0) return []
  const own = inScope(scope, 'licenses')
  const found = await rows<{ id: string }>(
    trx,
    `select id from licenses where id = any(?::uuid[]) and ${own.sql}`,
    [others, ...own.values]
  )
  return found.map(({ id }) => id)
}
