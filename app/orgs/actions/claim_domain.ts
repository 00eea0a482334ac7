import { inject } from '@adonisjs/core'
import { appUrl } from '#config/app'
import { storefront } from '#config/storefront'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { changedRows, firstRow, rows } from '#kernel/database/sql'
import { transaction, type Trx } from '#kernel/database/unit_of_work'
import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { noSuch } from '#kernel/refusals/refusals'
import { newId } from '#kernel/secrets/ids'
import { newSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'
import ListDomains, { type OrgDomain } from '#orgs/queries/list_domains'
import { claimedName } from '#orgs/rules/domain_name'
import { CLAIM_LASTS, MOST_DOMAINS, type Purpose } from '#orgs/rules/domain_proof'
import { lockTeam } from './lock_team.js'

/** Starts and deletes claims of domains by orgs (contract/10-storefront#101-domains). */
@inject()
export default class ClaimDomain {
  constructor(protected domains: ListDomains) {}

  /**
   * Starts a claim with a new token. An org also claims a lost domain again with this method.
   * @throws Refusal VALIDATION_ERROR; CONFLICT if the org already has the domain; LIMIT_REACHED
   */
  async execute(
    scope: Scope,
    hostname: string,
    purpose: Purpose,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<OrgDomain> {
    const { orgId } = scope
    const name = assertClaimable(hostname)
    return transaction(async (trx) => {
      await lockTeam(trx, orgId)
      await this.#makeRoom(trx, orgId, name, purpose, now)
      const id = newId()
      await rows(
        trx,
        `insert into org_domains (id, org_id, hostname, purpose, status, token, created_at)
         values (?, ?, ?, ?, 'pending', ?, ?)`,
        [id, orgId, name, purpose, newSecret(), new Date(now)]
      )
      const data = { hostname: name, purpose }
      await recordAudit(trx, origin, { orgId, action: 'domain.claimed', subject: id, data }, now)
      return this.domains.byId(scope, id, trx)
    })
  }

  /**
   * Deletes a domain of the org. The next org that proves it gets it.
   * @throws Refusal NOT_FOUND; CONFLICT for the last domain on which an enforced SSO rests.
   */
  async remove({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()): Promise<string> {
    return transaction(async (trx) => {
      // SetUpSso takes the same lock before it checks that a domain is there.
      await lockTeam(trx, orgId)
      const gone = await firstRow<Pick<OrgDomain, 'hostname' | 'purpose' | 'status'>>(
        trx,
        `delete from org_domains where org_id = ? and id = ? returning hostname, purpose, status`,
        [orgId, id]
      )
      if (!gone) throw noSuch('domain')
      const { status, ...data } = gone
      if (data.purpose === 'email' && status === 'verified') await assertEnforceable(trx, orgId)
      await recordAudit(trx, origin, { orgId, action: 'domain.deleted', subject: id, data }, now)
      return id
    })
  }

  async #makeRoom(trx: Trx, orgId: string, name: string, purpose: Purpose, now: Millis) {
    await changedRows(
      trx,
      `delete from org_domains where org_id = ? and ((status = 'lost' and hostname = ? and purpose = ?)
         or (status = 'pending' and created_at <= ?))`,
      [orgId, name, purpose, new Date(now - CLAIM_LASTS)]
    )
    const had = await firstRow<{ count: number; known: boolean }>(
      trx,
      `select count(*)::int as count, coalesce(bool_or(hostname = ? and purpose = ?), false) as known
       from org_domains where org_id = ?`,
      [name, purpose, orgId]
    )
    if (had!.known) throw new Refusal('CONFLICT', { message: `The org has ${name} for ${purpose} already` })
    if (had!.count < MOST_DOMAINS) return
    throw new Refusal('LIMIT_REACHED', {
      message: `An org has at most ${MOST_DOMAINS} domains: remove one first`,
    })
  }
}

/**
 * Refuses to leave an org that enforces SSO without a verified email domain: SSO would then be required of nobody,
 * although the org still says that it is enforced.
 * @throws Refusal CONFLICT
 */
async function assertEnforceable(trx: Trx, orgId: string) {
  const sql = `select 1 from sso_connections s where s.org_id = ? and s.enforced and s.enabled and not exists
    (select 1 from org_domains d where d.org_id = s.org_id and d.purpose = 'email' and d.status = 'verified')`
  if (!(await firstRow(trx, sql, [orgId]))) return
  throw new Refusal('CONFLICT', {
    message:
      'The org enforces SSO, and this is its last verified email domain: an OWNER must switch the enforcement off first',
  })
}

function assertClaimable(hostname: string): string {
  const claim = claimedName(hostname, { host: new URL(appUrl).hostname, storefronts: storefront.domain })
  if ('problem' in claim) throw invalidField('hostname', `hostname ${claim.problem}`)
  return claim.name
}
