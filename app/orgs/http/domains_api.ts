import type { Entries } from '#http/api/route_entry'
import { answers, shape } from '#http/api/shapes'
import { limitValidator } from '#http/page'
import { domainValidator } from './domain_input.js'
import { DomainShape } from './domain_shape.js'
import type DomainsController from './domains_controller.js'

const { list, nextCursor, uuid } = shape

const DOMAINS = { tag: 'Domains' }

/** Domains of an org in the API document. */
export const DOMAINS_API = {
  'domains.index': {
    ...DOMAINS,
    summary: 'List domains',
    description: 'Newest first.',
    query: limitValidator,
    success: answers<DomainsController['index']>()({ domains: list(DomainShape), nextCursor: nextCursor() }),
  },
  'domains.store': {
    ...DOMAINS,
    summary: 'Claim a domain',
    description: 'Set the TXT record from the answer in your DNS, then verify the domain within 30 days.',
    body: domainValidator,
    fields: { purpose: '`hosting` for a storefront, `email` for sign-in through SSO.' },
    success: answers<DomainsController['store']>(201)({ domain: DomainShape }),
    refuses: ['CONFLICT', 'LIMIT_REACHED'],
    example: { hostname: 'shop.example.com', purpose: 'hosting' },
  },
  'domains.show': {
    ...DOMAINS,
    summary: 'Read a domain',
    success: answers<DomainsController['show']>()({ domain: DomainShape }),
    refuses: ['NOT_FOUND'],
  },
  'domains.verify': {
    ...DOMAINS,
    summary: 'Verify a domain',
    description:
      'Looks the record up in DNS now. If another org has the domain and its record is gone, that org loses the domain.',
    success: answers<DomainsController['verify']>()({ domain: DomainShape }),
    refuses: ['NOT_FOUND', 'DNS_NOT_FOUND', 'TOKEN_MISMATCH', 'CONFLICT', 'RATE_LIMITED'],
  },
  'domains.destroy': {
    ...DOMAINS,
    summary: 'Remove a domain',
    description: 'While the org enforces SSO, its last verified email domain cannot be removed.',
    success: answers<DomainsController['destroy']>()({ id: uuid() }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
  },
} satisfies Entries
