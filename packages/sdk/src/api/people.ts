import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { EndUser } from './catalog_types.js'
import type { Operation } from './operation_types.js'
import type { Pages } from './pages.js'
import type {
  Ban,
  EndUserInvite,
  EndUserMerge,
  FullEndUser,
  LicenseFate,
  NewEndUserInvite,
  NewPerson,
  PeopleQuery,
  PersonalData,
  PersonChanges,
  PortalLink,
} from './people_types.js'
import { Resource } from './resource.js'
import type { List } from './types.js'

type One = { endUser: FullEndUser }
type Changed = One & { operation?: Operation }

/** The end users of an org, for the merchant. */
export class People extends Resource {
  list(query: PeopleQuery = {}, options?: CallOptions): Pages<EndUser> {
    return this.paged(this.at, 'endUsers', query, options)
  }

  async get(id: string, options?: CallOptions): Promise<FullEndUser> {
    return (await this.read<One>(this.one(id), {}, options)).endUser
  }

  /** @throws LatchkeyError CONFLICT if the address or the name is taken */
  async create(person: NewPerson, options?: CallOptions): Promise<FullEndUser> {
    return (await this.write<One>('POST', this.at, person, options)).endUser
  }

  /** A new mail address becomes unverified. */
  async update(id: string, changes: PersonChanges, options?: CallOptions): Promise<FullEndUser> {
    return (await this.write<One>('PATCH', this.one(id), changes, options)).endUser
  }

  /** Signs the end user out and blocks new sign-ins; `operation` suspends their licenses if that was requested. */
  ban(id: string, ban: Ban = {}, options?: CallOptions): Promise<Changed> {
    return this.write('POST', `${this.one(id)}/ban`, ban, options)
  }

  async unban(id: string, options?: CallOptions): Promise<FullEndUser> {
    return (await this.write<One>('POST', `${this.one(id)}/unban`, {}, options)).endUser
  }

  /** Ends all sign-ins of the end user and returns their number. */
  async signOut(id: string, options?: CallOptions): Promise<number> {
    return (await this.write<{ revoked: number }>('POST', `${this.one(id)}/sign-out`, {}, options)).revoked
  }

  /** A one-time sign-in link for the end user, valid for 15 minutes. */
  async portalLink(
    id: string,
    page: { returnUrl?: string } = {},
    options?: CallOptions
  ): Promise<PortalLink> {
    const at = `${this.one(id)}/portal-link`
    return (await this.write<{ portalLink: PortalLink }>('POST', at, page, options)).portalLink
  }

  /** The invites that have not been accepted yet. */
  invites(query: List = {}, options?: CallOptions): Pages<EndUserInvite> {
    return this.paged(`${this.at}/invites`, 'invites', query, options)
  }

  async invite(invite: NewEndUserInvite, options?: CallOptions): Promise<EndUserInvite> {
    return (await this.write<{ invite: EndUserInvite }>('POST', `${this.at}/invites`, invite, options)).invite
  }

  async withdrawInvite(inviteId: string, options?: CallOptions): Promise<string> {
    const at = `${this.at}/invites${path`/${inviteId}`}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }

  protected one(id: string): string {
    return this.at + path`/${id}`
  }
}

/** End users for an ADMIN of the org, who can also merge, export and erase them. */
export class OrgPeople extends People {
  /** Merges two end users into one; `operation` moves the licenses if there are many. */
  merge(id: string, merge: EndUserMerge, options?: CallOptions): Promise<Changed> {
    return this.write('POST', `${this.one(id)}/merge`, merge, options)
  }

  /** All data that the service stores about the end user. */
  async export(id: string, options?: CallOptions): Promise<PersonalData> {
    const at = `${this.one(id)}/export`
    const answer = await this.transport.open({ ...options, method: 'GET', path: at })
    return (await answer.json()) as PersonalData
  }

  /** Erases the personal data for good; `operation` changes the licenses if there are many. */
  erase(
    id: string,
    query: { licenses?: LicenseFate } = {},
    options?: CallOptions
  ): Promise<{ id: string; operation?: Operation }> {
    const call = { ...options, method: 'DELETE', path: this.one(id), query } as const
    return this.transport.data(call)
  }
}
