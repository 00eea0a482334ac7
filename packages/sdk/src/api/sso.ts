import { path } from '../core/query.js'
import { jsonBody } from '../core/json_body.js'
import { newPkce } from '../core/pkce.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { SsoConnection, SsoLogin, SsoSetup, SsoStart, SsoStarted } from './sso_types.js'
import type { List } from './types.js'

/** The SSO connection of an org: how members sign in through its identity provider. */
export class Sso extends Resource {
  /** @throws LatchkeyError NOT_FOUND if the org has no connection */
  async get(options?: CallOptions): Promise<SsoConnection> {
    return (await this.read<{ connection: SsoConnection }>(this.at, {}, options)).connection
  }

  /**
   * Replaces the whole connection; omitted certificates and client secrets are kept.
   * @throws LatchkeyError BAD_REQUEST if the provider cannot be read, SSO_CERT_REQUIRED, CONFLICT if a condition for
   *   enforcement is not met
   */
  async save(setup: SsoSetup, options?: CallOptions): Promise<SsoConnection> {
    return (await this.write<{ connection: SsoConnection }>('PUT', this.at, setup, options)).connection
  }

  /** Also ends the sessions of the connection. */
  async delete(options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at, undefined, options)).id
  }

  /** A page for testing the connection; the test signs nobody in. */
  async test(redirectUri: string, options?: CallOptions): Promise<string> {
    const at = this.at + path`/test`
    return (await this.write<{ redirectUrl: string }>('POST', at, { redirectUri }, options)).redirectUrl
  }

  /** The results of sign-ins, newest first. */
  logins(query: List = {}, options?: CallOptions): Pages<SsoLogin> {
    return this.paged(`${this.at}/logins`, 'logins', query, options)
  }
}

/** Starts a sign-in through SSO. @throws LatchkeyError NOT_FOUND, FORBIDDEN, CONFIG_ERROR, RATE_LIMITED */
export async function startSso(transport: Transport, start: SsoStart): Promise<SsoStarted> {
  const { codeVerifier, codeChallenge } = await newPkce()
  const body = jsonBody({ ...start, codeChallenge })
  const at = '/v1/auth/sso/start'
  const { redirectUrl } = await transport.data<{ redirectUrl: string }>({ method: 'POST', path: at, body })
  return { redirectUrl, codeVerifier }
}
