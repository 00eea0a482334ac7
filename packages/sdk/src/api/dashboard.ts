import { tokenCredential, type Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import type { Org, User } from './account_types.js'
import type { IssuedApiKey } from './catalog_types.js'
import { OrgResource, Orgs, OwnedProduct } from './orgs.js'
import type { RawCall } from './latchkey.js'
import { MySessions } from './my_sessions.js'
import { UserPreferences } from './preferences.js'
import type { Member } from './team_types.js'
import { signIn, signInBySso, type SignIn, type SsoSignIn } from './sign_in.js'
import { startSso } from './sso.js'
import type { SsoStart, SsoStarted } from './sso_types.js'

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
  /** What a program keeps for the user. */
  readonly preferences: UserPreferences
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
    this.preferences = new UserPreferences(this.#transport, '/v1/dashboard/me/preferences')
  }

  /** Signs in by password, and by `code` where the user has a second factor. @throws LatchkeyError */
  static async signIn(options: Omit<DashboardOptions, 'tokens'> & SignIn): Promise<LatchkeyDashboard> {
    const { email, password, code, ...rest } = options
    const tokens = await signIn(new Transport(rest), { email, password, code })
    await options.onTokens?.(tokens)
    return new LatchkeyDashboard({ ...rest, tokens })
  }

  /**
   * Begins a sign-in through the identity provider of an org: send the browser to `redirectUrl`, and keep `codeVerifier`.
   * @throws LatchkeyError NOT_FOUND where no org signs in people of the address
   */
  static startSso(options: TransportOptions, start: SsoStart): Promise<SsoStarted> {
    return startSso(new Transport(options), start)
  }

  /** Ends it, with the `code` of the address to which the browser came back. The session opens that org alone. @throws LatchkeyError */
  static async signInBySso(
    options: Omit<DashboardOptions, 'tokens'> & SsoSignIn
  ): Promise<LatchkeyDashboard> {
    const { ssoCode, codeVerifier, code, ...rest } = options
    const tokens = await signInBySso(new Transport(rest), { ssoCode, codeVerifier, code })
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
