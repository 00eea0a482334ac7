import type { Scope } from '#kernel/audit/scope'
import Refusal from '#kernel/refusals/refusal'
import { authorizeTransaction, type AuthorizeTransaction } from '#kernel/database/authorize_store'
import { firstRow } from '#kernel/database/sql'
import { assertWanted } from '#runtime/store/late_calls'

/**
 * POST /v1/licenses/release: ends one live session, so that its seat is free at once
 * (contract#sessions-of-a-license). Once `isWanted` returns false, the caller has received an error, and the session
 * stays.
 * @throws Refusal LICENSE_NOT_FOUND for a key that this product does not have; NOT_FOUND for a session that is not
 *   live; SIGNING_UNAVAILABLE if it is too late.
 */
export default class ReleaseSession {
  async execute(
    scope: Scope,
    session: { licenseKey: string; sessionId: string },
    isWanted: () => boolean = () => true
  ) {
    assertWanted([{ isWanted }])
    await authorizeTransaction(async (trx) => {
      await this.#end(trx, scope, session)
      assertWanted([{ isWanted }])
    })
  }

  async #end(
    trx: AuthorizeTransaction,
    scope: Scope,
    { licenseKey, sessionId }: { licenseKey: string; sessionId: string }
  ) {
    const released = await firstRow<{ wasAlive: boolean | null }>(
      trx,
      `with license as (
         select id from licenses where org_id = ? and key = ? and product_id = ? and status <> 'PENDING'
       ), ended as (
         delete from license_sessions s using license where s.license_id = license.id and s.id = ?
         returning s.expires_at > statement_timestamp() as alive
       )
       select (select alive from ended) as "wasAlive" from license`,
      [scope.orgId, licenseKey, scope.productId, sessionId]
    )
    if (!released) throw new Refusal('LICENSE_NOT_FOUND')
    if (!released.wasAlive) throw new Refusal('NOT_FOUND', { message: 'No such active session' })
  }
}
