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

/** The lease of a claim, and the interval at which the running request renews it. Milliseconds. */
const LEASE_MS = 10_000
const RENEWAL_MS = 3_000

/**
 * SQL for the current time, and for the end of a lease that starts now. It uses the database's clock, which all
 * processes share: a process with a wrong clock neither takes over a running request nor forgets a response too
 * early.
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

/** Hashes that identify a request: of its target (method, path, query), and of the whole request. */
export type Fingerprint = { target: string; whole: string }

/** The maximum number of ids that are indexed per response. */
const MOST_IDS = 1000

/** A finished response, as it is stored and replayed. */
export type StoredAnswer = {
  status: number
  body: string
  location: string | null
  /** The Set-Cookie headers; where a browser gets its tokens as cookies, they are part of the response. */
  cookies: string[]
  /** The hash of the file that the request streamed (`UploadDigest`); null if it streamed none. */
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
 * Claims a key for a request, or returns the stored response of an earlier request with the same key.
 * @throws Refusal IDEMPOTENCY_KEY_REUSE for another request under the same key, IDEMPOTENCY_IN_PROGRESS while the
 *   first is still running, IDEMPOTENCY_UNAVAILABLE if the store cannot be reached (interface#56-idempotency).
 */
export async function claim(
  caller: string,
  key: string,
  fingerprint: Fingerprint
): Promise<{ claimed: Claim } | { answer: StoredAnswer }> {
  try {
    // A row may vanish between the two statements if its request fails; the key is then free again.
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
 * The stored response for a target under a key, with the fingerprint of its request; null if no request has finished.
 * @throws Refusal IDEMPOTENCY_UNAVAILABLE
 */
export async function findKept(caller: string, key: string, target: string) {
  const entry = await findEntry(caller, key).catch(() => {
    throw new Refusal('IDEMPOTENCY_UNAVAILABLE', { retryAfter: 1 })
  })
  if (!entry || entry.status === null || !entry.fingerprint.startsWith(`${target}.`)) return null
  return { answer: opened(entry, rowOf(caller, key)), fingerprint: entry.fingerprint }
}

/** @throws Refusal IDEMPOTENCY_KEY_REUSE if the stored fingerprint belongs to another request. */
export function assertSame(stored: string, { target, whole }: Fingerprint) {
  // Rows of earlier versions hold only the second half.
  if (stored !== `${target}.${whole}` && stored !== whole) throw new Refusal('IDEMPOTENCY_KEY_REUSE')
}

/** A claimed key. The claim ends when a response is stored, or when it is released because the request failed. */
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
   * Stores the response in the transaction of the effect, so that neither exists without the other. The body is
   * always encrypted, because it may hold a secret that is stored nowhere else in clear.
   * @throws Refusal IDEMPOTENCY_IN_PROGRESS if another request has taken over the claim; this request's effect must
   *   not be committed then.
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

  /** Frees the key, because only successful responses are kept. If the release fails, the lease expires. */
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

/** Claims a key that is free, whose response has expired, or whose request died. */
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

/** Leaves out what `insertClaim` takes for free: a worker that has not run for days has deleted nothing. */
function findEntry(caller: string, key: string): Promise<Entry | null> {
  return firstRow(
    db.connection(),
    `select status, fingerprint, sealed_body as "sealedBody", location,
       sealed_cookies as "sealedCookies", upload_sha256 as "uploadSha256", admission
     from idempotency_keys where scope = ? and key = ? and created_at >= ${FORGOTTEN}`,
    [caller, key]
  )
}

/** The ids in a text: only the first MOST_IDS, because a response rarely names more. */
function idsIn(text: string): string[] | null {
  const found = new Set(text.match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g))
  return found.size > 0 ? [...found].slice(0, MOST_IDS) : null
}

/** The name of a row, to which its encrypted values are bound. */
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
