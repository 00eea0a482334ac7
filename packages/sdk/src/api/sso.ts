import { path } from '../core/query.js'
import { jsonBody } from '../core/json_body.js'
import { newPkce } from '../core/pkce.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { SsoConnection, SsoLogin, SsoSetup, SsoStart, SsoStarted } from './sso_types.js'
import type { List } from './types.js'

/** How the members of an org sign in through its identity provider. */
export class Sso extends Resource {
  /** @throws LatchkeyError NOT_FOUND for an org without a connection */
  async get(options?: CallOptions): Promise<SsoConnection> {
    return (await this.read<{ connection: SsoConnection }>(this.at, {}, options)).connection
  }

  /**
   * Replaces the whole connection; certificates and the client secret stay where they are left out.
   * @throws LatchkeyError BAD_REQUEST for a provider that cannot be read, SSO_CERT_REQUIRED, CONFLICT for enforcement
   *   that still lacks something
   */
  async save(setup: SsoSetup, options?: CallOptions): Promise<SsoConnection> {
    return (await this.write<{ connection: SsoConnection }>('PUT', this.at, setup, options)).connection
  }

  /** Ends its sessions too. */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }

  /** The page at which to try the connection; nobody is signed in by it. */
  async test(redirectUri: string, options?: CallOptions): Promise<string> {
    const at = this.at + path`/test`
    return (await this.write<{ redirectUrl: string }>('POST', at, { redirectUri }, options)).redirectUrl
  }

  /** What came of sign-ins, newest first. */
  logins(query: List = {}, options?: CallOptions): Pages<SsoLogin> {
    return this.paged(`${this.at}/logins`, 'logins', query, options)
  }
}

/** Begins a sign-in. @throws LatchkeyError NOT_FOUND, FORBIDDEN, CONFIG_ERROR, RATE_LIMITED */
export async function startSso(transport: Transport, start: SsoStart): Promise<SsoStarted> {
  const { codeVerifier, codeChallenge } = await newPkce()
  const body = jsonBody({ ...start, codeChallenge })
  const at = '/v1/auth/sso/start'
  const { redirectUrl } = await transport.data<{ redirectUrl: string }>({ method: 'POST', path: at, body })
  return { redirectUrl, codeVerifier }
}
