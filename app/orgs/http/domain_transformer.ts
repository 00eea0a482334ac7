import { storefront } from '#config/storefront'
import { iso } from '#kernel/time/iso'
import type { OrgDomain } from '#orgs/queries/list_domains'
import { proofName, proofValue } from '#orgs/rules/domain_name'

type DnsRecord = { type: 'TXT' | 'CNAME'; name: string; value: string }

/** A domain with the DNS records that its org has to set (contract/10-storefront#101-domains). */
export function toDomain({ token, createdAt, verifiedAt, checkedAt, ...domain }: OrgDomain) {
  const { hostname, purpose } = domain
  const proof: DnsRecord = { type: 'TXT', name: proofName(hostname), value: proofValue(token) }
  const target = purpose === 'hosting' ? storefront.cnameTarget : undefined
  const hint: DnsRecord[] = target ? [{ type: 'CNAME', name: hostname, value: target }] : []
  return {
    ...domain,
    records: [proof, ...hint],
    verifiedAt: iso(verifiedAt),
    checkedAt: iso(checkedAt),
    createdAt: iso(createdAt),
  }
}
