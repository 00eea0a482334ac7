import type {
  SsoConnectionsDestroyData,
  SsoConnectionsDestroyResponses,
  SsoConnectionsLoginsData,
  SsoConnectionsLoginsResponses,
  SsoConnectionsShowData,
  SsoConnectionsShowResponses,
  SsoConnectionsTestData,
  SsoConnectionsTestResponses,
  SsoConnectionsUpdateData,
  SsoConnectionsUpdateResponses,
} from './types'
import { route } from './route'

export const readSso = route<SsoConnectionsShowData, SsoConnectionsShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/sso'
)
export const saveSso = route<SsoConnectionsUpdateData, SsoConnectionsUpdateResponses>(
  'PUT',
  '/v1/dashboard/orgs/{orgId}/sso'
)
export const deleteSso = route<SsoConnectionsDestroyData, SsoConnectionsDestroyResponses>(
  'DELETE',
  '/v1/dashboard/orgs/{orgId}/sso'
)
export const testSso = route<SsoConnectionsTestData, SsoConnectionsTestResponses>(
  'POST',
  '/v1/dashboard/orgs/{orgId}/sso/test'
)
export const listSsoLogins = route<SsoConnectionsLoginsData, SsoConnectionsLoginsResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/sso/logins'
)
