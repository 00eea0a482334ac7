import { storefront } from '#config/storefront'
import { firstRow, type SqlExecutor } from '#kernel/database/sql'
import FindVerifiedDomain from '#orgs/queries/find_verified_domain'

/**
 * The host names where pages of an org are: those that it has proved for them, and that of its storefront where the
 * deployment has a domain for them (contract/10-storefront#101-domains).
 */
export async function findOwnHosts(client: SqlExecutor, orgId: string): Promise<string[]> {
  const proved = await new FindVerifiedDomain().namesOf(orgId, 'hosting', client)
  if (!storefront.domain) return proved
  const sql = `select slug from storefronts where org_id = ?`
  const shop = await firstRow<{ slug: string }>(client, sql, [orgId])
  return shop ? [...proved, `${shop.slug}.${storefront.domain}`] : proved
}
