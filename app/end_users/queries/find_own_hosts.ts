import db from '@adonisjs/lucid/services/db'
import { storefront } from '#config/storefront'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'

/**
 * Finds the host names of an org's pages: those that it has proved for hosting, and its storefront's if the deployment
 * has a domain for storefronts (contract/10-storefront#101-domains).
 */
export default class FindOwnHosts {
  #domains = new FindVerifiedDomain()

  async ofOrg(orgId: string, client: SqlExecutor = db.connection()): Promise<string[]> {
    const proved = await this.#domains.namesOf(orgId, 'hosting', client)
    if (!storefront.domain) return proved
    const sql = `select slug from storefronts where org_id = ?`
    const shop = await firstRow<{ slug: string }>(client, sql, [orgId])
    return shop ? [...proved, `${shop.slug}.${storefront.domain}`] : proved
  }

  /** Finds the org of a host name in lower case and punycode; null if no org has it. */
  async orgAt(host: string): Promise<string | null> {
    const below = storefront.domain && `.${storefront.domain}`
    if (!below || !host.endsWith(below)) return this.#domains.orgOf(host, 'hosting')
    const sql = `select org_id as "orgId" from storefronts where slug = ?`
    const slug = host.slice(0, -below.length)
    return (await firstRow<{ orgId: string }>(db.connection(), sql, [slug]))?.orgId ?? null
  }
}
