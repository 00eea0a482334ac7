import { inject } from '@adonisjs/core'
import { appUrl } from '#config/app'
import type { Origin } from '#kernel/audit/audit'
import { apart, transaction } from '#kernel/database/unit_of_work'
import { withFailure } from '#kernel/net/with_query'
import { noSuch } from '#kernel/refusals/refusals'
import { openSecret } from '#kernel/secrets/secrets'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import { AnswerRefused } from '#sso/providers/answer_refused'
import { identifyByOidc } from '#sso/providers/oidc_provider'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import { claimRequest, type SsoRequest } from '#sso/store/requests'
import AdmitPerson from './admit_person.js'
import ReturnFromSso from './return_from_sso.js'

/** Handles the answers of OpenID Connect providers (contract/13-sso#132-signing-in). */
@inject()
export default class FinishOidc {
  constructor(
    protected find: FindConnection,
    protected admit: AdmitPerson,
    protected goBack: ReturnFromSso
  ) {}

  /**
   * Handles an answer at the callback address of an org. Returns the address to which the browser goes next, with a
   * code or an error.
   * @throws Refusal NOT_FOUND for an org that has no usable OpenID Connect provider
   */
  async execute(orgId: string, query: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    const connection = await this.find.usableOfOrg(orgId)
    if (connection?.type !== 'oidc') throw noSuch('SSO connection')
    return this.#finish(connection, query, origin, now)
  }

  /**
   * Handles an answer at the shared callback address, where it must name its provider by `iss` (RFC 9207). An answer
   * without a known request or with another `iss` goes to the console with UNAUTHORIZED.
   */
  async shared(query: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    const answer = new URLSearchParams(query)
    const connection = await this.find.usableOfRequest(hashSecret(answer.get('state') ?? ''))
    if (connection?.type === 'oidc' && answer.get('iss') === connection.settings.oidc!.issuer) {
      return this.#finish(connection, query, origin, now)
    }
    return withFailure(`${appUrl}/console`, 'UNAUTHORIZED', origin.requestId)
  }

  #finish(connection: SsoConnection, query: string, origin: Origin, now: Millis): Promise<string> {
    return this.goBack.execute(
      connection,
      async (attempt) => {
        const state = new URLSearchParams(query).get('state') ?? ''
        const request = await this.#spend(state, connection.id, now)
        if (!request) throw new AnswerRefused('The response matches no open request of this connection')
        const matched = Object.assign(attempt, { request })
        const verifier = openSecret(request.sealedVerifier!, `sso_requests.sealed_verifier:${request.id}`)
        const flow = { state, verifier, nonce: request.nonce! }
        const vouched = await identifyByOidc(connection, query, flow)
        return transaction((trx) => this.admit.execute(trx, connection, matched, vouched, origin, now))
      },
      origin,
      now
    )
  }

  /**
   * Claims the request in a separate transaction, so that the first answer uses it up even if the sign-in fails. Only
   * one of several copies of an answer gets it.
   */
  #spend(state: string, connectionId: string, now: Millis): Promise<SsoRequest | null> {
    return apart((trx) => claimRequest(trx, hashSecret(state), connectionId, now))
  }
}
