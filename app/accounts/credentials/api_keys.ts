import db from '@adonisjs/lucid/services/db'
import type { IncomingHttpHeaders } from 'node:http'
import type { Plan } from '#config/settings/plans'
import { planOf } from './owner_plan.js'
import { isApiKeyString } from './api_key_strings.js'
import { authorizeConnection } from '#kernel/database/authorize_store'
import { databaseNow, noteDatabaseTime } from '#kernel/database/database_time'
import { changedRows, epochMillis, firstRow, millis } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'

/** An API key with the fields that a request is checked against. */
export type KnownApiKey = {
  id: string
  productId: string
  orgId: string
  permissions: string[]
  /** Encrypted. Decrypt it with `openSecret`. */
  signingSecret: string
  /** The plan of the org's owner, which decides the key's rate limit (interface#buckets-by-credential). */
  plan: Plan
  /** True if the org is suspended: then the key gives no access. Authorize reads the flag again with the license. */
  suspended: boolean
}

/**
 * `goodUntil`: the end of this key string in epoch milliseconds; null if it has no end. `askedAt` is a time of
 * `performance.now()`: if somebody set the clock of this machine back, a revoked key would be accepted until it has
 * caught up.
 */
type Found = KnownApiKey & { goodUntil: number | null }
type Cached = { askedAt: number; answer: Promise<Found | null>; settled: Found | null; refreshing: boolean }

/**
 * Reads the API key of a request from the headers that may carry it (interface#51-credential-matrix); null if there is
 * none.
 */
export function apiKeyIn(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-api-key']
  if (typeof header === 'string' && header) return header
  return /^Bearer +(svc_\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * The maximum age of a cached answer, in milliseconds. A revocation must take effect everywhere within a second. This
 * limit ensures that without messages between processes.
 */
const MAX_AGE = 800
/**
 * From this age, in milliseconds, the cache fetches a new answer while it still serves the old one, so a busy key
 * never waits.
 */
const REFRESH_AGE = 400
const MAX_ENTRIES = 10_000

const cache = new Map<string, Cached>()

/** Unknown key strings by hash, with the time of `performance.now()` until which they are not looked up again. */
const unknown = new Map<string, number>()
const UNKNOWN_FOR = 1000
let generation = 0

/**
 * Finds the live key of a key string. The string may be the current one, or the one before a rotation whose grace
 * period still runs. Null if the string is unknown, revoked or expired. A string belongs to its signing secret: an old
 * string comes with its old secret. A key in use is returned synchronously, without a promise.
 */
export function findApiKey(key: string): KnownApiKey | null | Promise<KnownApiKey | null> {
  const now = performance.now()
  if (!isApiKeyString(key)) return null
  const hash = hashSecret(key)
  if ((unknown.get(hash) ?? 0) > now) return null
  let entry = cache.get(hash)
  if (entry && now - entry.askedAt >= MAX_AGE) {
    cache.delete(hash)
    entry = undefined
  }
  const found = entry ? current(hash, entry, now) : ask(hash, now)
  return found instanceof Promise ? found.then(ifGood) : ifGood(found)
}

/** The clock of the database decides, as for everything else that a runtime call depends on. */
function ifGood(found: Found | null): KnownApiKey | null {
  return found && (found.goodUntil === null || found.goodUntil > databaseNow()) ? found : null
}

/** How often the last use of a key is stored, in milliseconds. Only people read it, so minutes are precise enough. */
const USE_NOTED_EVERY = 60_000
const noted = new Map<string, number>()

/** Stores that a key was used, at most once a minute per process. The request does not wait for it. */
export function noteApiKeyUse(id: string, now = Date.now()) {
  if (now - (noted.get(id) ?? 0) < USE_NOTED_EVERY) return
  if (noted.size >= MAX_ENTRIES) noted.clear()
  noted.set(id, now)
  const at = new Date(now)
  changedRows(
    db.connection(),
    `update api_keys set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)`,
    [at, id, at]
  ).catch(() => noted.delete(id))
}

/** Clears this process's cache of keys, so that a change made here takes effect at once. Call it after the commit. */
export function forgetApiKeys() {
  generation++
  cache.clear()
  unknown.clear()
}

function current(hash: string, entry: Cached, now: number): Found | Promise<Found | null> {
  if (now - entry.askedAt > REFRESH_AGE && !entry.refreshing) {
    entry.refreshing = true
    ask(hash, now).catch(() => {})
  }
  return entry.settled ?? entry.answer
}

/**
 * Reads a key from the database, normally once for all requests that wait for it. Caches keys that exist, and unknown
 * strings for a second.
 */
function ask(hash: string, now: number): Promise<Found | null> {
  const entry: Cached = { askedAt: now, answer: read(hash), settled: null, refreshing: false }
  const asked = generation
  if (!cache.has(hash)) remember(hash, entry)
  return entry.answer.then(
    (found) => {
      entry.settled = found
      if (!found) {
        cache.delete(hash)
        if (asked === generation) rememberUnknown(hash, now)
      } else if (asked === generation) remember(hash, entry)
      return found
    },
    (error) => {
      if (cache.get(hash) === entry) cache.delete(hash)
      throw error
    }
  )
}

function rememberUnknown(hash: string, now: number) {
  if (unknown.size >= MAX_ENTRIES) unknown.clear()
  unknown.set(hash, now + UNKNOWN_FOR)
}

function remember(hash: string, entry: Cached) {
  const known = cache.get(hash)
  if (known && known.askedAt > entry.askedAt) return
  if (!known && cache.size >= MAX_ENTRIES) cache.delete(cache.keys().next().value!)
  cache.set(hash, entry)
}

/**
 * Uses the connections of the authorize path, so that requests that wait for each other's rows do not block key
 * look-ups. It also notes the database's time, by which the end of the key is judged.
 */
async function read(hash: string): Promise<Found | null> {
  const sent = performance.now()
  const row = await firstRow<Found & { now: Millis }>(
    authorizeConnection(),
    `select k.id, k.product_id as "productId", p.org_id as "orgId", k.permissions,
       pair.signing_secret as "signingSecret",
       ${planOf('p.org_id')} as plan,
       exists (select from orgs o where o.id = p.org_id and o.suspended_at is not null) as suspended,
       ${epochMillis('least(pair.good_until, k.expires_at)')} as "goodUntil",
       ${millis('statement_timestamp()', 'now')}
     from (
       select id, signing_secret, null::timestamptz as good_until from api_keys where key_hash = ?
       union all
       select api_key_id, signing_secret, good_until from api_key_pairs where key_hash = ?
     ) pair
     join api_keys k on k.id = pair.id join products p on p.id = k.product_id
     where k.revoked_at is null`,
    [hash, hash]
  )
  if (!row) return null
  const { now, ...found } = row
  noteDatabaseTime(now, sent)
  return found
}
