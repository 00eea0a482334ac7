import db from '@adonisjs/lucid/services/db'
import { randomUUID } from 'node:crypto'
import { parseJson } from '#kernel/json/json'
import type { Role } from '#orgs/rules/roles'
import type { Code } from '#kernel/refusals/codes'
import Refusal from '#kernel/refusals/refusal'
import { openSecret, sealSecret } from '#kernel/secrets/secrets'
import { changedRows, firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/** How long an answer is kept, in milliseconds (interface#56-idempotency). */
export const KEPT_MS = 24 * 3600 * 1000

/** How long a claim stands without a sign of life from its request, and how often that is given. */
const LEASE_MS = 10_000
const RENEWAL_MS = 3_000

/**
 * SQL for now, and for the end of a lease that begins now. By the database's clock, which all processes share: one whose
 * own clock is wrong neither takes over what another still works on, nor forgets an answer too early.
 */
const NOW = 'statement_timestamp()'
const LEASE_END = `${NOW} + '${LEASE_MS} milliseconds'::interval`
const FORGOTTEN = `${NOW} - '${KEPT_MS} milliseconds'::interval`

/** The tenant and role that admitted a user's request. A replay of its answer needs the same. */
export type Admission = {
  orgId: string
  /** The lowest role that may do this. */
  role: Role
  /** The refusal for a caller who is not a member of the org. */
  denial: Code
}

/** Hashes by which a request is known again: of its target (method, path, query), and of all of it. */
export type Fingerprint = { target: string; whole: string }

/** The most ids of an answer by which it is found again. */
const MOST_IDS = 1000

/** A finished answer, as it is kept and given again. */
export type StoredAnswer = {
  status: number
  body: string
  location: string | null
  /** The Set-Cookie headers: where tokens go to a browser, they are a part of the answer. */
  cookies: string[]
  /** The hash of the file that the request streamed (`UploadDigest`); null where it streamed none. */
  uploadSha256: string | null
  /** The conditions of a replay; null if the request had none. */
  admission: Admission | null
}

type Entry = StoredEntry | { status: null; fingerprint: string }
type StoredEntry = Omit<StoredAnswer, 'body' | 'cookies'> & {
  fingerprint: string
  sealedBody: string
  sealedCookies: string | null
}

/**
 * Claims a key for a request, or finds the answer that an earlier request with it got.
 * @throws Refusal IDEMPOTENCY_KEY_REUSE for another request under the same key, IDEMPOTENCY_IN_PROGRESS while the
 *   first still runs, IDEMPOTENCY_UNAVAILABLE when the store cannot be asked (interface#56-idempotency).
 */
export async function claim(
  caller: string,
  key: string,
  fingerprint: Fingerprint
): Promise<{ claimed: Claim } | { answer: StoredAnswer }> {
  try {
    // A row may vanish between the two statements, when its request fails: then the key is free again.
    for (let attempt = 0; attempt < 5; attempt++) {
      const token = randomUUID()
      if (await insertClaim(caller, key, fingerprint, token))
        return { claimed: new Claim(caller, key, token) }
      const entry = await findEntry(caller, key)
      if (entry) return { answer: answerOf(entry, fingerprint, rowOf(caller, key)) }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('IDEMPOTENCY_UNAVAILABLE', { retryAfter: 1 })
  }
  throw new Refusal('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
}

/**
 * The answer that is kept for a target under a key, and the fingerprint of the request that got it; null where
 * nothing was finished.
 * @throws Refusal IDEMPOTENCY_UNAVAILABLE
 */
export async function findKept(caller: string, key: string, target: string) {
  const entry = await findEntry(caller, key).catch(() => {
    throw new Refusal('IDEMPOTENCY_UNAVAILABLE', { retryAfter: 1 })
  })
  if (!entry || entry.status === null || !entry.fingerprint.startsWith(`${target}.`)) return null
  return { answer: opened(entry, rowOf(caller, key)), fingerprint: entry.fingerprint }
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSE where a stored fingerprint is that of another request. */
export function assertSame(stored: string, { target, whole }: Fingerprint) {
  // Entries of earlier versions hold the second half alone.
  if (stored !== `${target}.${whole}` && stored !== whole) throw new Refusal('IDEMPOTENCY_KEY_REUSE')
}

/** A claimed key: it ends with an answer stored, or released when the request came to nothing. */
export class Claim {
  #renewal: NodeJS.Timeout

  constructor(
    protected caller: string,
    protected key: string,
    protected token: string
  ) {
    this.#renewal = setInterval(() => void this.#renew().catch(() => {}), RENEWAL_MS).unref()
  }

  /**
   * Stores the answer in the transaction of the effect, so that neither exists without the other. Always sealed: an
   * answer may hold a secret that exists in clear nowhere else.
   * @throws Refusal IDEMPOTENCY_IN_PROGRESS when the claim was lost to another request, so that this one's effect
   *   must not be committed.
   */
  async store(trx: Trx, { status, body, location, cookies, uploadSha256, admission }: StoredAnswer) {
    clearInterval(this.#renewal)
    const row = rowOf(this.caller, this.key)
    const stored = await changedRows(
      trx,
      `update idempotency_keys set status = ?, sealed_body = ?, location = ?, sealed_cookies = ?,
         upload_sha256 = ?, admission = ?, mentions = ?::uuid[]
       where scope = ? and key = ? and token = ? and status is null`,
      [
        status,
        sealSecret(body, `idempotency_keys.sealed_body:${row}`),
        location,
        cookies.length > 0
          ? sealSecret(JSON.stringify(cookies), `idempotency_keys.sealed_cookies:${row}`)
          : null,
        uploadSha256,
        admission ? JSON.stringify(admission) : null,
        idsIn(body),
        this.caller,
        this.key,
        this.token,
      ]
    )
    if (stored === 0) throw new Refusal('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
  }

  /** Gives the key back: only successful answers are kept. A lost release lapses by itself. */
  async release() {
    clearInterval(this.#renewal)
    await changedRows(
      db.connection(),
      `delete from idempotency_keys where scope = ? and key = ? and token = ? and status is null`,
      [this.caller, this.key, this.token]
    ).catch(() => {})
  }

  #renew() {
    return changedRows(
      db.connection(),
      `update idempotency_keys set locked_until = ${LEASE_END}
       where scope = ? and key = ? and token = ? and status is null`,
      [this.caller, this.key, this.token]
    )
  }
}

/** Takes a free key, or one whose answer is too old or whose request died. */
async function insertClaim(caller: string, key: string, fingerprint: Fingerprint, token: string) {
  const stored = `${fingerprint.target}.${fingerprint.whole}`
  const taken = await changedRows(
    db.connection(),
    `insert into idempotency_keys as i (scope, key, fingerprint, token, locked_until, created_at)
     values (?, ?, ?, ?, ${LEASE_END}, ${NOW})
     on conflict (scope, key) do update set fingerprint = excluded.fingerprint, token = excluded.token,
       locked_until = excluded.locked_until, created_at = excluded.created_at,
       status = null, sealed_body = null, location = null, sealed_cookies = null,
       upload_sha256 = null, admission = null
     where (i.status is null and i.locked_until < excluded.created_at) or i.created_at < ${FORGOTTEN}`,
    [caller, key, stored, token]
  )
  return taken === 1
}

function findEntry(caller: string, key: string): Promise<Entry | null> {
  return firstRow(
    db.connection(),
    `select status, fingerprint, sealed_body as "sealedBody", location,
       sealed_cookies as "sealedCookies", upload_sha256 as "uploadSha256", admission
     from idempotency_keys where scope = ? and key = ?`,
    [caller, key]
  )
}

/** Names a row for its sealed values. */
/** The ids that a text names: the first of them, for an answer names few. */
function idsIn(text: string): string[] | null {
  const found = new Set(text.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g))
  return found.size > 0 ? [...found].slice(0, MOST_IDS) : null
}

function rowOf(caller: string, key: string): string {
  return `${caller}/${key}`
}

function answerOf(entry: Entry, fingerprint: Fingerprint, row: string): StoredAnswer {
  assertSame(entry.fingerprint, fingerprint)
  if (entry.status === null) throw new Refusal('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 })
  return opened(entry, row)
}

function opened({ sealedBody, sealedCookies, ...kept }: StoredEntry, row: string): StoredAnswer {
  const { status, location, uploadSha256, admission } = kept
  const open = (sealed: string, column: 'sealed_body' | 'sealed_cookies') =>
    openSecret(sealed, `idempotency_keys.${column}:${row}`)
  const cookies = sealedCookies ? (parseJson(open(sealedCookies, 'sealed_cookies')) as string[]) : []
  return { status, body: open(sealedBody, 'sealed_body'), location, cookies, uploadSha256, admission }
}
