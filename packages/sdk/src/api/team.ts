import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Role } from './account_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { AuditEntry, AuditLogQuery, Invite, Member, NewInvite } from './team_types.js'
import type { List } from './types.js'

/** The members of an org. */
export class Members extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Member> {
    return this.paged(this.at, 'members', query, options)
  }

  /** @throws LatchkeyError INSUFFICIENT_SCOPE for a role above the caller's own, CONFLICT for the last OWNER */
  async setRole(userId: string, role: Role, options?: CallOptions): Promise<Member> {
    const at = this.at + path`/${userId}`
    return (await this.write<{ member: Member }>('PATCH', at, { role }, options)).member
  }

  /** Removes a member; any member may leave. @throws LatchkeyError CONFLICT for the last OWNER */
  async remove(userId: string, options?: CallOptions): Promise<string> {
    const at = this.at + path`/${userId}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }
}

/** The invitations to an org. */
export class Invites extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Invite> {
    return this.paged(this.at, 'invites', query, options)
  }

  /** Mails a link that is valid for 7 days. @throws LatchkeyError CONFLICT for a member, or if an invite is open */
  async create(invite: NewInvite, options?: CallOptions): Promise<Invite> {
    return (await this.write<{ invite: Invite }>('POST', this.at, invite, options)).invite
  }

  async withdraw(inviteId: string, options?: CallOptions): Promise<string> {
    const at = this.at + path`/${inviteId}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }
}

/** The audit log of an org. */
export class AuditLog extends Resource {
  list(query: AuditLogQuery = {}, options?: CallOptions): Pages<AuditEntry> {
    return this.paged(this.at, 'entries', query, options)
  }

  /** Downloads all matching entries as CSV: read the `body` as a stream. */
  download(query: Omit<AuditLogQuery, keyof List> = {}, options?: CallOptions): Promise<Response> {
    const { headers, ...call } = options ?? {}
    return this.transport.open({
      ...call,
      method: 'GET',
      path: this.at,
      query: { ...query, format: 'csv' },
      headers: { accept: 'text/csv', ...headers },
    })
  }
}
