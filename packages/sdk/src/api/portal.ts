import { tokenCredential, type TokenCredential, type Tokens } from '../core/credentials.js'
import { jsonBody } from '../core/json_body.js'
import { path } from '../core/query.js'
import { Transport, type CallOptions, type Method, type TransportOptions } from '../core/transport.js'
import type { RawCall } from './latchkey.js'
import { OwnOrders } from './orders.js'
import { OwnAccount } from './own_account.js'
import { MyLicenses } from './own_licenses.js'
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

const AUTH = '/v1/enduser/auth'
const ME = '/v1/enduser/me'

export type PortalOptions = TransportOptions & {
  tokens: Tokens
  /** Hears of a renewed pair: store it, because the old refresh token is of no use any more. */
  onTokens?: (tokens: Required<Tokens>) => void | Promise<void>
}

type Entry = Omit<PortalOptions, 'tokens'>
type SignedIn = { endUser: EndUserProfile | null; tokens: Required<Tokens>; created: boolean }

/** The service for a signed-in end user: their licenses, devices and tickets. For programs and pages of the merchant. */
export class LatchkeyPortal {
  readonly licenses: MyLicenses
  readonly tickets: OwnTickets
  readonly orders: OwnOrders
  /** Address, password and data of the end user. */
  readonly account: OwnAccount
  #transport: Transport
  #credential: TokenCredential

  constructor({ tokens, onTokens, ...options }: PortalOptions) {
    const anybody = new Transport(options)
    const refresh = async (refreshToken: string) =>
      (await knock<{ tokens: Required<Tokens> }>(anybody, 'refresh', { refreshToken })).tokens
    this.#credential = tokenCredential({ tokens, refresh, onTokens })
    this.#transport = new Transport(options, this.#credential)
    this.account = new OwnAccount(this.#transport, ME)
    this.licenses = new MyLicenses(this.#transport, '/v1/enduser/licenses')
    this.tickets = new OwnTickets(this.#transport, '/v1/enduser/tickets')
    this.orders = new OwnOrders(this.#transport, '/v1/enduser/orders')
  }

  /** The portal of an org as everybody may see it: its name, colours and doors. */
  static async of(options: TransportOptions, orgId: string): Promise<PublicPortal> {
    const call = { method: 'GET', path: '/v1/enduser/portal', query: { orgId } } as const
    return (await new Transport(options).data<{ portal: PublicPortal }>(call)).portal
  }

  /** A shop by its host name, as everybody may see it. @throws LatchkeyError ORG_NOT_FOUND, STOREFRONT_NOT_FOUND */
  static shop(options: TransportOptions, hostname: string): Promise<Shop> {
    return new Transport(options).data<Shop>({ method: 'GET', path: '/v1/storefront', query: { hostname } })
  }

  /** What a shop offers, as everybody may see it. */
  static listings(options: TransportOptions, storefrontId: string): ShopListings {
    return new ShopListings(new Transport(options), path`/v1/storefront/${storefrontId}/listings`)
  }

  /** Has a code mailed. The answer is the same for every address. */
  static askForCode(
    options: TransportOptions,
    { orgId, email }: { orgId: string; email: string }
  ): Promise<AskedCode> {
    return knock(new Transport(options), 'code', { orgId, email })
  }

  /** Signs in by the code of a mail. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByCode(options: Entry, answer: MailedAnswer): Promise<LatchkeyPortal> {
    return entered(options, 'code/verify', answer)
  }

  /** Signs in by the token of the link of a mail. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByLink(options: Entry, token: string): Promise<LatchkeyPortal> {
    return entered(options, 'link/verify', { token })
  }

  /** @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static signInByPassword(options: Entry, proof: PortalPassword): Promise<LatchkeyPortal> {
    return entered(options, 'password', proof)
  }

  /** Signs in by the token of an invite; a `password` is set with it. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
  static acceptInvite(options: Entry, answer: InviteAnswer): Promise<LatchkeyPortal> {
    return entered(options, 'invites/accept', answer)
  }

  /** Signs in by the key of a license, which opens that license alone. @throws LatchkeyError UNAUTHORIZED, USER_BANNED */
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

  /** The sign-ins of the end user. */
  async sessions(options?: CallOptions): Promise<OwnEndUserSession[]> {
    return (await this.call<{ sessions: OwnEndUserSession[] }>('GET', `${ME}/sessions`, options)).sessions
  }

  async endSession(id: string, options?: CallOptions): Promise<string> {
    return (await this.call<{ id: string }>('DELETE', `${ME}/sessions${path`/${id}`}`, options)).id
  }

  /** Ends all of them, this one too, and answers how many. */
  async endAllSessions(options?: CallOptions): Promise<number> {
    const call = { ...options, body: {} }
    return (await this.call<{ revoked: number }>('DELETE', `${ME}/sessions`, call)).revoked
  }

  /** Ends this sign-in. @throws LatchkeyError VALIDATION_ERROR without a refresh token */
  async signOut(options?: CallOptions): Promise<void> {
    const body = { refreshToken: this.#credential.refreshToken() }
    await this.call('POST', `${AUTH}/logout`, { ...options, body })
  }

  /** What the merchant of the end user offers. @throws LatchkeyError STOREFRONT_NOT_FOUND */
  shop(options?: CallOptions): Promise<Shop> {
    return this.call('GET', '/v1/enduser/storefront', options)
  }

  /** Any route that an end user may call; the result is the `data` of its answer. @throws LatchkeyError */
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
