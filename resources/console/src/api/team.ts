import type {
  AuditLogsIndexData,
  AuditLogsIndexResponses,
  InvitesDestroyData,
  InvitesDestroyResponses,
  InvitesIndexData,
  InvitesIndexResponses,
  InvitesStoreData,
  InvitesStoreResponses,
  MembersDestroyData,
  MembersDestroyResponses,
  MembersIndexData,
  MembersIndexResponses,
  MembersUpdateData,
  MembersUpdateResponses,
} from './types'
import { route } from './route'

const ORG = '/v1/dashboard/orgs/{orgId}'

export const listMembers = route<MembersIndexData, MembersIndexResponses>('GET', `${ORG}/members`)
export const changeMember = route<MembersUpdateData, MembersUpdateResponses>(
  'PATCH',
  `${ORG}/members/{userId}`
)
export const removeMember = route<MembersDestroyData, MembersDestroyResponses>(
  'DELETE',
  `${ORG}/members/{userId}`
)
export const listInvites = route<InvitesIndexData, InvitesIndexResponses>('GET', `${ORG}/invites`)
export const createInvite = route<InvitesStoreData, InvitesStoreResponses>('POST', `${ORG}/invites`)
export const withdrawInvite = route<InvitesDestroyData, InvitesDestroyResponses>(
  'DELETE',
  `${ORG}/invites/{inviteId}`
)
export const listAudit = route<AuditLogsIndexData, AuditLogsIndexResponses>('GET', `${ORG}/audit-log`)
