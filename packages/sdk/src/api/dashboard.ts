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
  /** Receives renewed tokens: store them, because the old refresh token is no longer valid. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

type Entry = Omit<DashboardOptions, 'tokens'>

/** The API for a signed-in user: everything in the orgs of which the user is a member. */
export class LatchkeyDashboard {
  readonly orgs: Orgs
  /** Name, address, password and second factor of the user. */
  readonly account: Account
  /** The sign-ins of the user. */
  readonly sessions: MySessions
  /** Preferences that a program stores for the user. */
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

  /** Signs in with a password, and with `code` if the user has a second factor. @throws LatchkeyError */
  static signIn(options: Entry & SignIn): Promise<LatchkeyDashboard> {
    const { email, password, code, ...rest } = options
    return entered(rest, signIn(new Transport(rest), { email, password, code }))
  }

  /** Creates a user with an org and signs in. @throws LatchkeyError CONFLICT; FORBIDDEN if sign-up is closed */
  static signUp(options: Entry, user: NewUser): Promise<LatchkeyDashboard> {
    return entered(options, signUp(new Transport(options), user))
  }

  /** Confirms a mail address with the token of the mailed link. */
  static async verifyEmail(options: TransportOptions, token: string): Promise<UserSummary> {
    return (await posted<{ user: UserSummary }>(options, '/v1/auth/verify-email', { token })).user
  }

  /** Mails a link for setting a new password. The response does not show whether the user exists. */
  static async forgotPassword(options: TransportOptions, email: string): Promise<void> {
    await posted(options, '/v1/auth/forgot-password', { email })
  }

  /** Sets a new password with the token of that link, and ends all sign-ins. */
  static async resetPassword(options: TransportOptions, reset: PasswordReset): Promise<void> {
    await posted(options, '/v1/auth/reset-password', reset)
  }

  /** The names of the providers with which users can sign in. */
  static async providers(options: TransportOptions): Promise<string[]> {
    const call = { method: 'GET', path: '/oauth/providers' } as const
    return (await new Transport(options).data<{ providers: string[] }>(call)).providers
  }

  /**
   * Starts a sign-in with an external account: send the browser to `redirectUrl`, and keep `codeVerifier`.
   * @throws LatchkeyError NOT_FOUND if the provider is not configured
   */
  static startOauth(options: TransportOptions, start: OauthStart): Promise<SsoStarted> {
    return startOauth(new Transport(options), start)
  }

  /** Completes the sign-in, with the `code` of the URL to which the browser returned. @throws LatchkeyError */
  static signInByOauth(options: Entry & OauthSignIn): Promise<LatchkeyDashboard> {
    const { oauthCode, codeVerifier, code, ...rest } = options
    return entered(rest, signInByOauth(new Transport(rest), { oauthCode, codeVerifier, code }))
  }

  /**
   * Starts a sign-in through the identity provider of an org: send the browser to `redirectUrl`, and keep
   * `codeVerifier`.
   * @throws LatchkeyError NOT_FOUND if no org has SSO for the mail address
   */
  static startSso(options: TransportOptions, start: SsoStart): Promise<SsoStarted> {
    return startSso(new Transport(options), start)
  }

  /**
   * Completes the sign-in, with the `code` of the URL to which the browser returned. The session is valid for that
   * org only.
   * @throws LatchkeyError
   */
  static signInBySso(options: Entry & SsoSignIn): Promise<LatchkeyDashboard> {
    const { ssoCode, codeVerifier, code, ...rest } = options
    return entered(rest, signInBySso(new Transport(rest), { ssoCode, codeVerifier, code }))
  }

  me(options?: CallOptions): Promise<{ user: User; orgs: Org[] }> {
    return this.call('GET', '/v1/dashboard/me', options)
  }

  /**
   * Ends this sign-in; the access token stays valid until it expires.
   * @throws LatchkeyError VALIDATION_ERROR without a refresh token
   */
  async signOut(options?: CallOptions): Promise<void> {
    const body = { refreshToken: this.#credential.refreshToken() }
    await this.call('POST', '/v1/auth/logout', { ...options, body })
  }

  /** Sets the active org, which `overview` shows. */
  async activate(orgId: string, options?: CallOptions): Promise<Org> {
    const call = { ...options, body: { orgId } }
    return (await this.call<{ org: Org }>('POST', '/v1/dashboard/active-org', call)).org
  }

  /** An overview of the active org. */
  overview(options?: CallOptions): Promise<OrgOverview> {
    return this.call('GET', '/v1/dashboard/overview', options)
  }

  /**
   * Joins an org with the token of the link in the invite mail.
   * @throws LatchkeyError FORBIDDEN if the invite is for another address than the user's, GONE if it has expired
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

  /** Gives an API key new secrets; the old secrets stay valid for the given number of seconds. */
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

  /** Calls any route that a user may call and returns the `data` of its response. @throws LatchkeyError */
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
