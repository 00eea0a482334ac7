import db from '@adonisjs/lucid/services/db'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The most time that a person may take at the provider, in milliseconds. */
export const REQUEST_TTL = 10 * 60 * 1000

/** A sign-in that has started. */
export type SsoRequest = {
  id: string
  connectionId: string
  redirectUri: string
  codeChallenge: string | null
  testerId: string | null
  sealedVerifier: string | null
  nonce: string | null
}

/**
 * A sign-in that is being finished: its request, and its address once that is verified and in a domain of the org. Both
 * are filled in on the way, so that a refusal at any step can be logged with them.
 */
export type SsoAttempt = { request: SsoRequest | null; email: string | null }

/** An attempt whose request is known. */
export type MatchedAttempt = SsoAttempt & { request: SsoRequest }

const COLUMNS = `id, connection_id as "connectionId", redirect_uri as "redirectUri", code_challenge as "codeChallenge",
  tester_id as "testerId", sealed_verifier as "sealedVerifier", nonce`

/** Stores a sign-in that starts. */
export async function keepRequest(client: SqlExecutor, request: SsoRequest, now: Millis) {
  const { id, connectionId, redirectUri, codeChallenge, testerId, sealedVerifier, nonce } = request
  await rows(
    client,
    `insert into sso_requests (id, connection_id, redirect_uri, code_challenge, tester_id, sealed_verifier, nonce,
       created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[id, connectionId, redirectUri, codeChallenge, testerId, sealedVerifier, nonce],
      ...[new Date(now), new Date(now + REQUEST_TTL)],
    ]
  )
}

/** Finds a started sign-in of a connection without claiming it. */
export function findRequest(id: string, connectionId: string): Promise<SsoRequest | null> {
  const sql = `select ${COLUMNS} from sso_requests where id = ? and connection_id = ?`
  return firstRow(db.connection(), sql, [id, connectionId])
}

/** Claims a started sign-in by deleting it, so that only one of several answers gets it (contract/13-sso). */
export function claimRequest(
  trx: Trx,
  id: string,
  connectionId: string,
  now: Millis
): Promise<SsoRequest | null> {
  return firstRow(
    trx,
    `delete from sso_requests where id = ? and connection_id = ? and expires_at > ? returning ${COLUMNS}`,
    [id, connectionId, new Date(now)]
  )
}

/** Marks an assertion as used; false if it was already used. */
export async function spendAssertion(
  trx: Trx,
  connectionId: string,
  assertionId: string,
  until: Millis
): Promise<boolean> {
  const spent = await rows(
    trx,
    `insert into sso_assertions (connection_id, assertion_id, expires_at) values (?, ?, ?)
     on conflict do nothing returning 1`,
    [connectionId, assertionId, new Date(until)]
  )
  return spent.length === 1
}
