import type {
  AdminOrgsIndexData,
  AdminOrgsIndexResponses,
  AdminOrgsUpdateData,
  AdminOrgsUpdateResponses,
  AdminQueuesIndexData,
  AdminQueuesIndexResponses,
  AdminUsersIndexData,
  AdminUsersIndexResponses,
  AdminUsersUpdateData,
  AdminUsersUpdateResponses,
} from './types'
import { route } from './route'

export const listAllOrgs = route<AdminOrgsIndexData, AdminOrgsIndexResponses>('GET', '/v1/admin/orgs')
export const changeAnyOrg = route<AdminOrgsUpdateData, AdminOrgsUpdateResponses>(
  'PATCH',
  '/v1/admin/orgs/{orgId}'
)
export const listAllUsers = route<AdminUsersIndexData, AdminUsersIndexResponses>('GET', '/v1/admin/users')
export const changeAnyUser = route<AdminUsersUpdateData, AdminUsersUpdateResponses>(
  'PATCH',
  '/v1/admin/users/{userId}'
)
export const readQueues = route<AdminQueuesIndexData, AdminQueuesIndexResponses>('GET', '/v1/admin/queues')
