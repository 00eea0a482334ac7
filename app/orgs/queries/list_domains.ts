import db from '@adonisjs/lucid/services/db'
import type { Scope } from '#kernel/audit/scope'
import { orderById, readPage, type Page, type PageRequest } from '#kernel/database/keyset'
import { millis, rows, type SqlExecutor } from '#kernel/database/sql'
import { noSuch } from '#kernel/refusals/refusals'
import type { Millis } from '#kernel/time/millis'
import type { DomainStatus, Purpose } from '#orgs/rules/domain_proof'

/** A domain that an org claims, or has proved to be its own. */
export type OrgDomain = {
  id: string
  hostname: string
  purpose: Purpose
  status: DomainStatus
  token: string
  createdAt: Millis
  verifiedAt: Millis | null
  checkedAt: Millis | null
}

const SELECT = `select id, hostname, purpose, status, token, ${millis('created_at', 'createdAt')},
  ${millis('verified_at', 'verifiedAt')}, ${millis('checked_at', 'checkedAt')} from org_domains`

/** The domains of an org (contract/10-storefront#101-domains). */
export default class ListDomains {
  /** Newest first. @throws Refusal INVALID_CURSOR */
  execute({ orgId }: Scope, page: PageRequest): Promise<Page<OrgDomain>> {
    return readPage(page, orderById('domains'), ([after], count) =>
      rows<OrgDomain>(
        db.connection(),
        `${SELECT} where org_id = ? and (?::uuid is null or id < ?::uuid) order by id desc limit ?`,
        [orgId, after, after, count]
      )
    )
  }

  /** One domain of the org. `lock` locks its row until the transaction ends. @throws Refusal NOT_FOUND */
  async byId(
    { orgId }: Scope,
    id: string,
    client: SqlExecutor = db.connection(),
    lock: '' | 'for update' = ''
  ): Promise<OrgDomain> {
    const [found] = await rows<OrgDomain>(client, `${SELECT} where org_id = ? and id = ? ${lock}`, [
      orgId,
      id,
    ])
    if (!found) throw noSuch('domain')
    return found
  }
}
