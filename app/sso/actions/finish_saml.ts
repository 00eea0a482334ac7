import { inject } from '@adonisjs/core'
import { apart, transaction } from '#kernel/database/unit_of_work'
import type { Origin } from '#kernel/audit/audit'
import type { Millis } from '#kernel/time/millis'
import { lockTeam } from '#orgs/actions/lock_team'
import FindConnection, { type SsoConnection } from '#sso/queries/find_connection'
import { AnswerRefused } from '#sso/providers/answer_refused'
import { readAnswer, verifyAnswer } from '#sso/providers/saml_provider'
import { personOf, type Vouched } from '#sso/rules/attributes'
import type { Assertion } from '#sso/rules/saml_assertion'
import { noSuch } from '#kernel/refusals/refusals'
import { claimRequest, findRequest, spendAssertion, type SsoRequest } from '#sso/store/requests'
import AdmitPerson from './admit_person.js'
import ReturnFromSso from './return_from_sso.js'

/** Handles the answers of SAML providers (contract/13-sso#133-what-an-answer-must-pass-saml-in-order). */
@inject()
export default class FinishSaml {
  constructor(
    protected find: FindConnection,
    protected admit: AdmitPerson,
    protected goBack: ReturnFromSso
  ) {}

  /**
   * Returns the address to which the browser goes next, with a code or an error.
   * @throws Refusal NOT_FOUND for a connection that is unknown, disabled or not of SAML
   */
  async execute(
    connectionId: string,
    base64: string,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<string> {
    const connection = await this.find.usable(connectionId)
    if (connection?.type !== 'saml') throw noSuch('SSO connection')
    return this.goBack.execute(
      connection,
      async (attempt) => {
        const answer = readAnswer(base64)
        const { inResponseTo } = answer.shape
        attempt.request = inResponseTo === null ? null : await findRequest(inResponseTo, connection.id)
        if (!attempt.request)
          throw new AnswerRefused('The SAML response matches no request of this connection')
        const assertion = await verifyAnswer(connection, answer, now)
        const matched = Object.assign(attempt, { request: await this.#spend(connection, assertion, now) })
        const vouched = vouchedBy(connection, assertion)
        return transaction((trx) => this.admit.execute(trx, connection, matched, vouched, origin, now))
      },
      origin,
      now
    )
  }

  /**
   * Claims the request and the assertion in a separate transaction, so that the first answer uses both up even if the
   * sign-in is refused. Only one of several copies of an answer gets them.
   */
  #spend(connection: SsoConnection, { id, inResponseTo, goodUntil }: Assertion, now: Millis) {
    return apart(async (trx): Promise<SsoRequest> => {
      // Lock the team before the request: code that ends the sign-ins of a connection locks in the same order.
      await lockTeam(trx, connection.orgId)
      const request = await claimRequest(trx, inResponseTo, connection.id, now)
      if (!request) throw new AnswerRefused('The request was already answered')
      if (await spendAssertion(trx, connection.id, id, goodUntil)) return request
      throw new AnswerRefused('The assertion was used already')
    })
  }
}

function vouchedBy({ settings }: SsoConnection, assertion: Assertion): Vouched {
  const person = personOf(assertion.attributes, settings.attributeMapping)
  const named = assertion.namesEmail || assertion.nameId.includes('@') ? assertion.nameId : null
  return { ...person, subject: assertion.nameId, email: person.email ?? named }
}
