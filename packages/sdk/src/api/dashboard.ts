import { tokenCredential, type TokenCredential, type Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import { Account } from './account.js'
import type {
  NewUser,
  OauthStart,
  Org,
  OrgOverview,
  PasswordReset,
  User,
  UserSummary,
} from './account_types.js'
import type { IssuedApiKey } from './catalog_types.js'
import { OrgResource, Orgs, OwnedProduct } from './orgs.js'
import type { RawCall } from './latchkey.js'
import { MySessions } from './my_sessions.js'
import { UserPreferences } from './preferences.js'
import type { Member } from './team_types.js'
import {
  signIn,
  signInByOauth,
  signInBySso,
  signUp,
  startOauth,
  type OauthSignIn,
  type SignIn,
  type SsoSignIn,
} from './sign_in.js'
import { startSso } from './sso.js'
import type { SsoStart, SsoStarted } from './sso_types.js'

export type DashboardOptions = TransportOptions & {
  tokens: Tokens
  /** Hears of a renewed pair: store it, because the old refresh token is of no use any more. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

type Entry = Omit<DashboardOptions, 'tokens'>

/** The service for a signed-in user: everything of the orgs that the user is a member of. */
export class LatchkeyDashboard {
  readonly orgs: Orgs
  /** Name, address, password and second factor of the user. */
  readonly account: Account
  /** The sign-ins of the user. */
  readonly sessions: MySessions
  /** What a program keeps for the user. */
  readonly preferences: UserPreferences
  #transport: Transport
  #credential: TokenCredential

  constructor({ tokens, onTokens, ...options }: DashboardOptions) {
    const anybody = new Transport(options)
    const refresh = async (refreshToken: string) => {
      const body = jsonBody({ refreshToken })
      const at = '/v1/auth/refresh'
      return (await anybody.data<{ tokens: Required<Tokens> }>({ method: 'POST', path: at, body })).tokens
    }
    this.#credential = tokenCredential({ tokens, refresh, onTokens })
    this.#transport = new Transport(options, this.#credential)
    this.account = new Account(this.#transport, '/v1/dashboard/me', this.#credential)
    this.orgs = new Orgs(this.#transport, '/v1/dashboard/orgs')
    this.sessions = new MySessions(this.#transport, '/v1/dashboard/me/sessions')
    this.preferences = new UserPreferences(this.#transport, '/v1/dashboard/me/preferences')
  }

  /** Signs in by password, and by `code` where the user has a second factor. @throws LatchkeyError */
  static signIn(options: Entry & SignIn): Promise<LatchkeyDashboard> {
    const { email, password, code, ...rest } = options
    return entered(rest, signIn(new Transport(rest), { email, password, code }))
  }

  /** Makes a user with an org and signs in. @throws LatchkeyError CONFLICT; FORBIDDEN where sign-up is closed */
  static signUp(options: Entry, user: NewUser): Promise<LatchkeyDashboard> {
    return entered(options, signUp(new Transport(options), user))
  }

  /** Confirms an address, by the token of the link in its mail. */
  static async verifyEmail(options: TransportOptions, token: string): Promise<UserSummary> {
    return (await posted<{ user: UserSummary }>(options, '/v1/auth/verify-email', { token })).user
  }

  /** Has a link mailed that sets another password; says nothing of whether there is such a user. */
  static async forgotPassword(options: TransportOptions, email: string): Promise<void> {
    await posted(options, '/v1/auth/forgot-password', { email })
  }

  /** Sets another password, by the token of that link, and ends all sign-ins. */
  static async resetPassword(options: TransportOptions, reset: PasswordReset): Promise<void> {
    await posted(options, '/v1/auth/reset-password', reset)
  }

  /** The providers of accounts with which people can sign in. */
  static async providers(options: TransportOptions): Promise<string[]> {
    const call = { method: 'GET', path: '/oauth/providers' } as const
    return (await new Transport(options).data<{ providers: string[] }>(call)).providers
  }

  /**
   * Begins a sign-in by an account elsewhere: send the browser to `redirectUrl`, and keep `codeVerifier`.
   * @throws LatchkeyError NOT_FOUND for a provider that is not set up
   */
  static startOauth(options: TransportOptions, start: OauthStart): Promise<SsoStarted> {
    return startOauth(new Transport(options), start)
  }

  /** Ends it, with the `code` of the address to which the browser came back. @throws LatchkeyError */
  static signInByOauth(options: Entry & OauthSignIn): Promise<LatchkeyDashboard> {
    const { oauthCode, codeVerifier, code, ...rest } = options
    return entered(rest, signInByOauth(new Transport(rest), { oauthCode, codeVerifier, code }))
  }

  /**
   * Begins a sign-in through the identity provider of an org: send the browser to `redirectUrl`, and keep `codeVerifier`.
   * @throws LatchkeyError NOT_FOUND where no org signs in people of the address
   */
  static startSso(options: TransportOptions, start: SsoStart): Promise<SsoStarted> {
    return startSso(new Transport(options), start)
  }

  /** Ends it, with the `code` of the address to which the browser came back. The session opens that org alone. @throws LatchkeyError */
  static signInBySso(options: Entry & SsoSignIn): Promise<LatchkeyDashboard> {
    const { ssoCode, codeVerifier, code, ...rest } = options
    return entered(rest, signInBySso(new Transport(rest), { ssoCode, codeVerifier, code }))
  }

  me(options?: CallOptions): Promise<{ user: User; orgs: Org[] }> {
    return this.call('GET', '/v1/dashboard/me', options)
  }

  /** Ends this sign-in; its access token goes on until it expires. @throws LatchkeyError VALIDATION_ERROR without a refresh token */
  async signOut(options?: CallOptions): Promise<void> {
    const body = { refreshToken: this.#credential.refreshToken() }
    await this.call('POST', '/v1/auth/logout', { ...options, body })
  }

  /** Chooses the org that `overview` is about. */
  async activate(orgId: string, options?: CallOptions): Promise<Org> {
    const call = { ...options, body: { orgId } }
    return (await this.call<{ org: Org }>('POST', '/v1/dashboard/active-org', call)).org
  }

  /** An overview of the active org. */
  overview(options?: CallOptions): Promise<OrgOverview> {
    return this.call('GET', '/v1/dashboard/overview', options)
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

function posted<Data>(options: TransportOptions, at: string, body: object): Promise<Data> {
  return new Transport(options).data<Data>({ method: 'POST', path: at, body: jsonBody(body) })
}

async function entered(options: Entry, given: Promise<Required<Tokens>>): Promise<LatchkeyDashboard> {
  const tokens = await given
  await options.onTokens?.(tokens)
  return new LatchkeyDashboard({ ...options, tokens })
}
