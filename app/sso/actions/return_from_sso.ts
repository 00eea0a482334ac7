import logger from '@adonisjs/core/services/logger'
import { appUrl } from '#config/app'
import type { Origin } from '#kernel/audit/audit'
import type { Code } from '#kernel/refusals/codes'
import Refusal from '#kernel/refusals/refusal'
import { transaction } from '#kernel/database/unit_of_work'
import { mayAttempt } from '#kernel/limits/attempt_limits'
import { withFailure, withQuery } from '#kernel/net/with_query'
import { printable } from '#kernel/text/printable'
import type { Millis } from '#kernel/time/millis'
import { AnswerRefused } from '#sso/providers/answer_refused'
import { ProviderUnfit } from '#sso/providers/oidc_faults'
import type { SsoConnection } from '#sso/queries/find_connection'
import { recordLogin } from '#sso/store/logins'
import { noteTest } from '#sso/store/note_test'
import type { SsoAttempt, SsoRequest } from '#sso/store/requests'
import type { Admitted } from './admit_person.js'

/** Error codes that are passed to the redirect URI (contract/13-sso#132-signing-in). */
type BackCode = Extract<Code, 'UNAUTHORIZED' | 'FORBIDDEN' | 'CONFIG_ERROR'>

/**
 * Sends the browser back to the redirect URI of its sign-in, with a code for `exchange` or an error, and logs a refused
 * sign-in. An answer without a known request goes to the console, and only into the log of the service: anybody can
 * send such answers.
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
      const { request, email } = attempt
      if (request) await this.#note(connection, request, email, `${code}: ${reason}`, origin, now)
      else logger.info({ orgId: connection.orgId, reason }, 'SSO answer without a known request')
      return withFailure(request?.redirectUri ?? `${appUrl}/console`, code, origin.requestId)
    }
  }

  /**
   * Logs a refused sign-in. Anybody can start a sign-in and answer it many times, so only the first refusals of one
   * request get into the log of the org.
   */
  async #note(
    { id, orgId }: SsoConnection,
    { id: requestId, testerId: userId }: SsoRequest,
    email: string | null,
    reason: string,
    origin: Origin,
    now: Millis
  ) {
    const isLogged = await mayAttempt('ssoRefusals', requestId)
    await transaction(async (trx) => {
      if (isLogged) await recordLogin(trx, { orgId, outcome: 'refused', reason, email, userId }, origin, now)
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
