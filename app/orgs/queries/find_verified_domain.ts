import db from '@adonisjs/lucid/services/db'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Purpose } from '#orgs/rules/domain_proof'

/** Finds the org of a verified domain, and the verified domains of an org (contract/10-storefront#101-domains). */
export default class FindVerifiedDomain {
  /** The org that has proved a name for a purpose, or null. The name is lower case and in punycode. */
  async orgOf(
    hostname: string,
    purpose: Purpose,
    client: SqlExecutor = db.connection()
  ): Promise<string | null> {
    const sql = `select org_id as "orgId" from org_domains where hostname = ? and purpose = ? and status = 'verified'`
    return (await firstRow<{ orgId: string }>(client, sql, [hostname, purpose]))?.orgId ?? null
  }

  /** The names that an org has proved for a purpose, sorted. */
  async namesOf(orgId: string, purpose: Purpose, client: SqlExecutor = db.connection()): Promise<string[]> {
    const sql = `select hostname from org_domains where org_id = ? and purpose = ? and status = 'verified' order by hostname`
    const found = await rows<{ hostname: string }>(client, sql, [orgId, purpose])
    return found.map(({ hostname }) => hostname)
  }
}
