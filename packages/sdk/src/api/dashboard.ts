import { tokenCredential, type Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import type { Org, User } from './account_types.js'
import type { IssuedApiKey } from './catalog_types.js'
import { OrgResource, Orgs, OwnedProduct } from './orgs.js'
import type { RawCall } from './latchkey.js'
import { MySessions } from './my_sessions.js'
import type { Member } from './team_types.js'
import { signIn, type SignIn } from './sign_in.js'

export type DashboardOptions = TransportOptions & {
  tokens: Tokens
  /** Hears of a renewed pair: store it, because the old refresh token is of no use any more. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

/** The service for a signed-in user: everything of the orgs that the user is a member of. */
export class LatchkeyDashboard {
  readonly orgs: Orgs
  /** The sign-ins of the user. */
  readonly sessions: MySessions
  #transport: Transport

  constructor({ tokens, onTokens, ...options }: DashboardOptions) {
    const anybody = new Transport(options)
    const refresh = async (refreshToken: string) => {
      const body = jsonBody({ refreshToken })
      const at = '/v1/auth/refresh'
      return (await anybody.data<{ tokens: Required<Tokens> }>({ method: 'POST', path: at, body })).tokens
    }
    this.#transport = new Transport(options, tokenCredential({ tokens, refresh, onTokens }))
    this.orgs = new Orgs(this.#transport, '/v1/dashboard/orgs')
    this.sessions = new MySessions(this.#transport, '/v1/dashboard/me/sessions')
  }

  /** Signs in by password, and by `code` where the user has a second factor. @throws LatchkeyError */
  static async signIn(options: Omit<DashboardOptions, 'tokens'> & SignIn): Promise<LatchkeyDashboard> {
    const { email, password, code, ...rest } = options
    const tokens = await signIn(new Transport(rest), { email, password, code })
    await options.onTokens?.(tokens)
    return new LatchkeyDashboard({ ...rest, tokens })
  }

  me(options?: CallOptions): Promise<{ user: User; orgs: Org[] }> {
    return this.call('GET', '/v1/dashboard/me', options)
  }

  /**
   * Joins the org of an invite, by the token of the link in its mail.
   * @throws LatchkeyError FORBIDDEN for another address than the user's, GONE for one that has expired
   */
  async acceptInvite(token: string, options?: CallOptions): Promise<Member> {
    const at = '/v1/dashboard/invites/accept'
    return (await this.call<{ member: Member }>('POST', at, { ...options, body: { token } })).member
  }

  /** Licenses, operations, analytics, products, members, invites and the audit log of an org. */
  org(orgId: string): OrgResource {
    return new OrgResource(this.#transport, path`/v1/dashboard/orgs/${orgId}`)
  }

  /** One product: its API keys, blacklist and webhooks. */
  product(productId: string): OwnedProduct {
    return new OwnedProduct(this.#transport, path`/v1/dashboard/products/${productId}`, productId)
  }

  /** Gives an API key new secrets; the old pair goes on working for so many seconds. */
  async rotateApiKey(
    id: string,
    { gracePeriodSeconds }: { gracePeriodSeconds?: number } = {},
    options?: CallOptions
  ): Promise<IssuedApiKey> {
    const at = path`/v1/dashboard/api-keys/${id}/rotate`
    const body = { gracePeriodSeconds }
    return (await this.call<{ apiKey: IssuedApiKey }>('POST', at, { ...options, body })).apiKey
  }

  async revokeApiKey(id: string, options?: CallOptions): Promise<string> {
    return (await this.call<{ id: string }>('DELETE', path`/v1/dashboard/api-keys/${id}`, options)).id
  }

  /** Any route that a user may call; the result is the `data` of its answer. @throws LatchkeyError */
  call<Data = unknown>(method: Method, at: string, { body, ...rest }: RawCall = {}): Promise<Data> {
    return this.#transport.data<Data>({ ...rest, method, path: at, body: jsonBody(body) })
  }
}
