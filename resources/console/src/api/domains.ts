import type {
  DomainsDestroyData,
  DomainsDestroyResponses,
  DomainsIndexData,
  DomainsIndexResponses,
  DomainsStoreData,
  DomainsStoreResponses,
  DomainsVerifyData,
  DomainsVerifyResponses,
} from './types'
import { route } from './route'

export const listDomains = route<DomainsIndexData, DomainsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/domains'
)
export const claimDomain = route<DomainsStoreData, DomainsStoreResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/domains'
)
export const verifyDomain = route<DomainsVerifyData, DomainsVerifyResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/domains/{domainId}/verify'
)
export const giveUpDomain = route<DomainsDestroyData, DomainsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/domains/{domainId}'
)
