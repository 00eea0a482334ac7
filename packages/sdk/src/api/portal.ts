import { tokenCredential, type TokenCredential, type Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import type { RawCall } from './latchkey.js'
import { MySessions } from './my_sessions.js'
import { OwnOrders } from './orders.js'
import { OwnAccount } from './own_account.js'
import { MyLicenses } from './own_licenses.js'
import type { Pages } from './pages.js'
import type {
  AskedCode,
  EndUserProfile,
  InviteAnswer,
  MailedAnswer,
  OwnEndUserSession,
  PortalPassword,
  ProfileChanges,
  PublicPortal,
} from './portal_types.js'
import { ShopListings } from './shop_listings.js'
import type { Shop } from './shop_types.js'
import { OwnTickets } from './tickets.js'
import type { List } from './types.js'

const AUTH = '/v1/enduser/auth'
const ME = '/v1/enduser/me'

export type PortalOptions = TransportOptions & {
  tokens: Tokens
  /** Receives renewed tokens: store them, because the old refresh token is no longer valid. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

type Entry = Omit<PortalOptions, 'tokens'>
type SignedIn = { endUser: EndUserProfile | null; tokens: Required<Tokens>; created: boolean }

/** The API for a signed-in end user, for the merchant's programs and pages: licenses, devices and tickets. */
export class LatchkeyPortal {
  readonly licenses: MyLicenses
  readonly tickets: OwnTickets
  readonly orders: OwnOrders
  /** Address, password and personal data of the end user. */
  readonly account: OwnAccount
  #sessions: MySessions<OwnEndUserSession>
  #transport: Transport
  #credential: TokenCredential

  constructor({ tokens, onTokens, ...options }: PortalOptions) {
    const anybody = new Transport(options)
    const refresh = async (refreshToken: string) =>
      (await knock<{ tokens: Required<Tokens> }>(anybody, 'refresh', { refreshToken })).tokens
    this.#credential = tokenCredential({ tokens, refresh, onTokens })
    this.#transport = new Transport(options, this.#credential)
    this.account = new OwnAccount(this.#transport, ME)
    this.#sessions = new MySessions(this.#transport, `${ME}/sessions`)
    this.licenses = new MyLicenses(this.#transport, '/v1/enduser/licenses')
    this.tickets = new OwnTickets(this.#transport, '/v1/enduser/tickets')
    this.orders = new OwnOrders(this.#transport, '/v1/enduser/orders')
  }

  /** The public view of an org's portal: its name, colours and ways to sign in. */
  static async of(options: TransportOptions, orgId: string): Promise<PublicPortal> {
    const call = { method: 'GET', path: '/v1/enduser/portal', query: { orgId } } as const
    return (await new Transport(options).data<{ portal: PublicPortal }>(call)).portal
  }

  /** The public view of a shop, by its host name. @throws LatchkeyError ORG_NOT_FOUND, STOREFRONT_NOT_FOUND */
  static shop(options: TransportOptions, hostname: string): Promise<Shop> {
    return new Transport(options).data<Shop>({ method: 'GET', path: '/v1/storefront', query: { hostname } })
  }

  /** The public listings of a shop. */
  static listings(options: TransportOptions, storefrontId: string): ShopListings {
    return new ShopListings(new Transport(options), path`/v1/storefront/${storefrontId}/listings`)
  }

  /** Mails a sign-in code. The response is the same for every address. */
  static askForCode(
    options: TransportOptions,
    { orgId, email }: { orgId: string; email: string }
  ): Promise<AskedCode> {
    return knock(new Transport(options), 'code', { orgId, email })
  }

  /** Signs in with a mailed code. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByCode(options: Entry, answer: MailedAnswer): Promise<LatchkeyPortal> {
    return entered(options, 'code/verify', answer)
  }

  /** Signs in with the token of a mailed link. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByLink(options: Entry, token: string): Promise<LatchkeyPortal> {
    return entered(options, 'link/verify', { token })
  }

  /** @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByPassword(options: Entry, proof: PortalPassword): Promise<LatchkeyPortal> {
    return entered(options, 'password', proof)
  }

  /**
   * Signs in with the token of an invite, and sets `password` if given. @throws LatchkeyError UNAUTHORIZED,
   * USER_BANNED
   */
  static acceptInvite(options: Entry, answer: InviteAnswer): Promise<LatchkeyPortal> {
    return entered(options, 'invites/accept', answer)
  }

  /**
   * Signs in with a license key; the session opens that license only. @throws LatchkeyError UNAUTHORIZED, USER_BANNED
   */
  static signInByLicenseKey(
    options: Entry,
    key: { orgId: string; licenseKey: string }
  ): Promise<LatchkeyPortal> {
    return entered(options, 'license-key', key)
  }

  async me(options?: CallOptions): Promise<EndUserProfile> {
    return (await this.call<{ endUser: EndUserProfile }>('GET', ME, options)).endUser
  }

  async update(changes: ProfileChanges, options?: CallOptions): Promise<EndUserProfile> {
    const call = { ...options, body: changes }
    return (await this.call<{ endUser: EndUserProfile }>('PATCH', ME, call)).endUser
  }

  /** The sign-ins of the end user, newest first. */
  sessions(query: List = {}, options?: CallOptions): Pages<OwnEndUserSession> {
    return this.#sessions.list(query, options)
  }

  endSession(id: string, options?: CallOptions): Promise<string> {
    return this.#sessions.end(id, options)
  }

  /** Ends all sign-ins, including this one, and returns their number. */
  endAllSessions(options?: CallOptions): Promise<number> {
    return this.#sessions.endAll(options)
  }

  /** Ends this sign-in. @throws LatchkeyError VALIDATION_ERROR without a refresh token */
  async signOut(options?: CallOptions): Promise<void> {
    const body = { refreshToken: this.#credential.refreshToken() }
    await this.call('POST', `${AUTH}/logout`, { ...options, body })
  }

  /** The shop of the end user's merchant. @throws LatchkeyError STOREFRONT_NOT_FOUND */
  shop(options?: CallOptions): Promise<Shop> {
    return this.call('GET', '/v1/enduser/storefront', options)
  }

  /** Calls any route that an end user may call and returns the `data` of its response. @throws LatchkeyError */
  call<Data = unknown>(method: Method, at: string, { body, ...rest }: RawCall = {}): Promise<Data> {
    return this.#transport.data<Data>({ ...rest, method, path: at, body: jsonBody(body) })
  }
}

function knock<Data>(transport: Transport, door: string, body: object): Promise<Data> {
  return transport.data<Data>({ method: 'POST', path: `${AUTH}/${door}`, body: jsonBody(body) })
}

async function entered(options: Entry, door: string, body: object) {
  const { onTokens, ...rest } = options
  const { tokens } = await knock<SignedIn>(new Transport(rest), door, body)
  await onTokens?.(tokens)
  return new LatchkeyPortal({ ...rest, onTokens, tokens })
}
