import type { AuditLogsIndexData, InvitesStoreData } from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'

export type { AuditEntry, Invite, Member, UserSession } from '../generated/types.js'

export type NewInvite = BodyOf<InvitesStoreData>
export type AuditLogQuery = Omit<QueryOf<AuditLogsIndexData>, 'format'>
