import { appUrl } from '#config/app'
import type { Origin } from '#kernel/audit/audit'
import type { Code } from '#kernel/refusals/codes'
import Refusal from '#kernel/refusals/refusal'
import { transaction } from '#kernel/database/unit_of_work'
import { withFailure, withQuery } from '#kernel/net/with_query'
import { printable } from '#kernel/text/printable'
import type { Millis } from '#kernel/time/millis'
import { AnswerRefused } from '#sso/providers/answer_refused'
import { ProviderUnfit } from '#sso/providers/oidc_faults'
import type { SsoConnection } from '#sso/queries/find_connection'
import { recordLogin } from '#sso/store/logins'
import { noteTest } from '#sso/store/note_test'
import type { SsoAttempt } from '#sso/store/requests'
import type { Admitted } from './admit_person.js'

/** Error codes that are passed to the redirect URI (contract/13-sso#132-signing-in). */
type BackCode = Extract<Code, 'UNAUTHORIZED' | 'FORBIDDEN' | 'CONFIG_ERROR'>

/**
 * Sends the browser back to the redirect URI of its sign-in, with a code for `exchange` or an error, and logs a refused
 * sign-in. An answer without a known request goes to the console.
 */
export default class ReturnFromSso {
  async execute(
    connection: SsoConnection,
    work: (attempt: SsoAttempt) => Promise<Admitted>,
    origin: Origin,
    now: Millis
  ): Promise<string> {
    const attempt: SsoAttempt = { request: null, email: null }
    try {
      const { redirectUri, code } = await work(attempt)
      return withQuery(redirectUri, code === null ? { test: 'ok' } : { code })
    } catch (error) {
      const code = codeOf(error)
      if (!code) throw error
      const reason = printable((error as Error).message).slice(0, 500)
      await this.#note(connection, attempt, `${code}: ${reason}`, origin, now)
      return withFailure(attempt.request?.redirectUri ?? `${appUrl}/console`, code, origin.requestId)
    }
  }

  #note(
    { id, orgId }: SsoConnection,
    { request, email }: SsoAttempt,
    reason: string,
    origin: Origin,
    now: Millis
  ) {
    return transaction(async (trx) => {
      const userId = request?.testerId ?? null
      await recordLogin(trx, { orgId, outcome: 'refused', reason, email, userId }, origin, now)
      if (userId) await noteTest(trx, id, { at: now, ok: false, userId, reason })
    })
  }
}

/** An org that does not exist any more was deleted during the sign-in, so its provider signs nobody in. */
function codeOf(error: unknown): BackCode | null {
  if (error instanceof AnswerRefused) return 'UNAUTHORIZED'
  if (error instanceof ProviderUnfit) return 'CONFIG_ERROR'
  if (!(error instanceof Refusal)) return null
  if (error.reason === 'ORG_NOT_FOUND') return 'UNAUTHORIZED'
  return error.reason === 'FORBIDDEN' || error.reason === 'LIMIT_REACHED' ? 'FORBIDDEN' : null
}
