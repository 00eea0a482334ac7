import { inject } from '@adonisjs/core'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { countAttempt } from '#kernel/limits/attempt_limits'
import { recordEvents } from '#kernel/outbox/outbox'
import { firstRow, rows } from '#kernel/database/sql'
import { apart, transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import type { Millis } from '#kernel/time/millis'
import ListDomains, { type OrgDomain } from '#orgs/queries/list_domains'
import { proofName } from '#orgs/rules/domain_name'
import { proofOf, type TxtAnswer } from '#orgs/rules/domain_proof'
import { readProofs } from '#orgs/store/domain_records'
import { loseDomains } from '#orgs/store/lose_domains'

/**
 * Checks the proof of a claim in DNS (contract/10-storefront#101-domains). The org that proves control now gets the
 * domain; an org that had it before loses it if its record is gone. Records the events domain.verified and
 * domain.lost.
 */
@inject()
export default class VerifyDomain {
  constructor(protected domains: ListDomains) {}

  /**
   * @throws Refusal NOT_FOUND, RATE_LIMITED, DNS_NOT_FOUND, TOKEN_MISMATCH; CONFLICT if the domain is lost, or if
   *   another org has it and the record of that org is still there.
   */
  async execute(scope: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<OrgDomain> {
    const claim = await this.domains.byId(scope, id)
    if (claim.status === 'verified') return claim
    assertNotLost(claim)
    await countAttempt('domainChecks', scope.orgId)
    const answer = await readProofs(claim.hostname)
    await noteLook(id, now)
    const proof = proofOf(answer, claim.token)
    if (proof !== 'found') throw notProved(claim, proof)
    return transaction((trx) => this.#take(trx, scope, id, answer, origin, now))
  }

  async #take(
    trx: Trx,
    scope: Scope,
    id: string,
    answer: TxtAnswer,
    origin: Origin,
    now: Millis
  ): Promise<OrgDomain> {
    const { orgId } = scope
    const { hostname, purpose } = await this.domains.byId(scope, id, trx)
    // Serializes claims of one name across all orgs.
    const lock = `select pg_advisory_xact_lock(hashtextextended('domain ' || ? || ' ' || ?, 0))`
    await rows(trx, lock, [purpose, hostname])
    const claim = await this.domains.byId(scope, id, trx, 'for update')
    if (claim.status === 'verified') return claim
    assertNotLost(claim)
    await this.#dispossess(trx, claim, answer, now)
    const at = new Date(now)
    await rows(
      trx,
      `update org_domains set status = 'verified', verified_at = ?, checked_at = ?, missing_since = null where id = ?`,
      [at, at, id]
    )
    const data = { hostname, purpose }
    await recordAudit(trx, origin, { orgId, action: 'domain.verified', subject: id, data }, now)
    await recordEvents(
      trx,
      [{ orgId, productId: null, name: 'domain.verified', data: { domainId: id } }],
      now
    )
    return this.domains.byId(scope, id, trx)
  }

  async #dispossess(trx: Trx, { hostname, purpose }: OrgDomain, answer: TxtAnswer, now: Millis) {
    const holder = await firstRow<{ id: string; token: string }>(
      trx,
      `select id, token from org_domains where hostname = ? and purpose = ? and status = 'verified' for update`,
      [hostname, purpose]
    )
    if (!holder) return
    if (proofOf(answer, holder.token) === 'found') {
      throw new Refusal('CONFLICT', {
        message: `Another org has verified ${hostname}, and its record is still there: remove that one first`,
      })
    }
    await loseDomains(trx, [holder.id], now)
  }
}

function assertNotLost({ status }: OrgDomain) {
  if (status !== 'lost') return
  throw new Refusal('CONFLICT', {
    message: 'The org has lost this domain: claim it again to get a new token',
  })
}

/** Stores the time of a check in a separate transaction, so that it stays if the request is refused. */
function noteLook(id: string, now: Millis) {
  return apart((trx) =>
    rows(trx, `update org_domains set checked_at = ? where id = ? and status = 'pending'`, [
      new Date(now),
      id,
    ])
  )
}

function notProved({ hostname }: OrgDomain, proof: 'missing' | 'mismatch'): Refusal {
  const at = proofName(hostname)
  if (proof === 'missing') {
    return new Refusal('DNS_NOT_FOUND', { message: `No TXT record of this service was found at ${at}` })
  }
  return new Refusal('TOKEN_MISMATCH', {
    message: `The TXT record at ${at} holds another token: set the one of this claim`,
  })
}
