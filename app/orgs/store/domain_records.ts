import { Resolver } from 'node:dns/promises'
import { dns } from '#config/dns'
import { proofName } from '#orgs/rules/domain_name'
import type { TxtAnswer } from '#orgs/rules/domain_proof'

/** Milliseconds that a name server gets, and how often it is asked (contract/10-storefront#101-domains). */
const PATIENCE = { timeout: 5000, tries: 2 }

/** What a name server answers where a name or a record is not there. */
const NOT_THERE = ['ENOTFOUND', 'ENODATA', 'ENONAME']

/** The TXT records beside a hostname in which proofs stand, each in one piece; null where nobody answers. */
export async function readProofs(hostname: string): Promise<TxtAnswer> {
  const resolver = new Resolver(PATIENCE)
  if (dns.servers) resolver.setServers(dns.servers)
  try {
    const records = await resolver.resolveTxt(proofName(hostname))
    return records.map((pieces) => pieces.join(''))
  } catch (error) {
    return NOT_THERE.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null
  }
}
