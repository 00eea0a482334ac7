import { Resolver } from 'node:dns/promises'
import { dns } from '#config/dns'
import { isAbsentName } from '#kernel/net/absent_name'
import { proofName } from '#orgs/rules/domain_name'
import type { TxtAnswer } from '#orgs/rules/domain_proof'

/**
 * The timeout of a try of a DNS query in milliseconds, also of the second one, which would otherwise wait longer; and the
 * number of tries (contract/10-storefront#101-domains).
 */
const PATIENCE = { timeout: 5000, maxTimeout: 5000, tries: 2 }

/** The TXT records at the proof name of a hostname, each joined into one string; null if no name server answers. */
export async function readProofs(hostname: string): Promise<TxtAnswer> {
  const resolver = new Resolver(PATIENCE)
  if (dns.servers) resolver.setServers(dns.servers)
  try {
    const records = await resolver.resolveTxt(proofName(hostname))
    return records.map((pieces) => pieces.join(''))
  } catch (error) {
    return isAbsentName(error) ? [] : null
  }
}
