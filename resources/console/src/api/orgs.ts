import type {
  OrgPlansShowData,
  OrgPlansShowResponses,
  OrgsDestroyData,
  OrgsDestroyResponses,
  OrgsUpdateData,
  OrgsUpdateResponses,
} from './types'
import { route } from './route'

export const renameOrg = route<OrgsUpdateData, OrgsUpdateResponses>('PATCH', '/v1/dashboard/orgs/{orgId}')
export const deleteOrg = route<OrgsDestroyData, OrgsDestroyResponses>('DELETE', '/v1/dashboard/orgs/{orgId}')
export const readOrgPlan = route<OrgPlansShowData, OrgPlansShowResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/plan'
)
