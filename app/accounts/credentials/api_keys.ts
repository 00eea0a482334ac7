import db from '@adonisjs/lucid/services/db'
import type { IncomingHttpHeaders } from 'node:http'
import type { Plan } from '#config/settings/plans'
import { planOf } from './owner_plan.js'
import { isApiKeyString } from './api_key_strings.js'
import { authorizeConnection } from '#kernel/database/authorize_store'
import { changedRows, epochMillis, firstRow } from '#kernel/database/sql'
import { hashSecret } from '#kernel/secrets/tokens'

/** An API key as a request is checked against it. */
export type KnownApiKey = {
  id: string
  productId: string
  orgId: string
  permissions: string[]
  /** Encrypted; open it with `openSecret`. */
  signingSecret: string
  /** The plan of the org's owner: it decides the key's rate limit (interface#buckets-by-credential). */
  plan: Plan
  /** The org is suspended: the key opens nothing. Authorize reads that again, with the license. */
  suspended: boolean
}

/** Epoch milliseconds until which this string is good; null for no end. */
type Found = KnownApiKey & { goodUntil: number | null }
type Cached = { askedAt: number; answer: Promise<Found | null>; settled: Found | null; refreshing: boolean }

/**
 * The API key that a request was sent with, wherever it is allowed to stand (interface#51-credential-matrix); null
 * without one.
 */
export function apiKeyIn(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-api-key']
  if (typeof header === 'string' && header) return header
  return /^Bearer +(svc_\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/**
 * How old an answer may be, in milliseconds. A revocation must end a key everywhere within a second, so no
 * message between processes is needed: an answer is never older than this.
 */
const MAX_AGE = 800
/** From this age on a fresh answer is fetched while the old one still serves, so a busy key never waits. */
const REFRESH_AGE = 400
const MAX_ENTRIES = 10_000

const cache = new Map<string, Cached>()

/** Until when strings that nobody knows are not looked up again. */
const unknown = new Map<string, number>()
const UNKNOWN_FOR = 1000
let generation = 0

/**
 * The live key that this string is, or that it was until a rotation whose grace period still runs. Null when
 * unknown, revoked or expired. The pair belongs together: an old string comes with its old signing secret. A key that
 * is in use is answered at once, without a promise.
 */
export function findApiKey(key: string, now = Date.now()): KnownApiKey | null | Promise<KnownApiKey | null> {
  if (!isApiKeyString(key)) return null
  const hash = hashSecret(key)
  if ((unknown.get(hash) ?? 0) > now) return null
  let entry = cache.get(hash)
  if (entry && now - entry.askedAt >= MAX_AGE) {
    cache.delete(hash)
    entry = undefined
  }
  const found = entry ? current(hash, entry, now) : ask(hash, now)
  return found instanceof Promise ? found.then((one) => ifGood(one, now)) : ifGood(found, now)
}

function ifGood(found: Found | null, now: number): KnownApiKey | null {
  return found && (found.goodUntil === null || found.goodUntil > now) ? found : null
}

/** How often the last use of a key is written down, in milliseconds: for people, so minutes are enough. */
const USE_NOTED_EVERY = 60_000
const noted = new Map<string, number>()

/** Notes that a key was used, at most once a minute for each process, and never in the way of the request. */
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

/** Forgets what this process knows of keys, so that a change made here shows at once. Call it after the commit. */
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

/** Asks the database, once however many requests wait for the answer. Keys that exist are remembered, others for a second. */
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

/** On the connections of the authorize path: requests that wait for each other's rows must not keep keys from it. */
function read(hash: string): Promise<Found | null> {
  return firstRow(
    authorizeConnection(),
    `select k.id, k.product_id as "productId", p.org_id as "orgId", k.permissions,
       pair.signing_secret as "signingSecret",
       ${planOf('p.org_id')} as plan,
       exists (select from orgs o where o.id = p.org_id and o.suspended_at is not null) as suspended,
       ${epochMillis('least(pair.good_until, k.expires_at)')} as "goodUntil"
     from (
       select id, signing_secret, null::timestamptz as good_until from api_keys where key_hash = ?
       union all
       select api_key_id, signing_secret, good_until from api_key_pairs where key_hash = ?
     ) pair
     join api_keys k on k.id = pair.id join products p on p.id = k.product_id
     where k.revoked_at is null`,
    [hash, hash]
  )
}
