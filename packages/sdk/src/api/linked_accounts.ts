import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { LinkedAccount } from './account_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { List } from './types.js'

const of = (provider: string) => path`/oauth/accounts/${provider}`

/** The external accounts with which a user can sign in. */
export class LinkedAccounts extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<LinkedAccount> {
    return this.paged(this.at, 'accounts', query, options)
  }

  /** Starts linking an account. Returns the provider's page: send the browser there. */
  async connect(provider: string, options?: CallOptions): Promise<string> {
    const at = `${of(provider)}/connect`
    return (await this.write<{ authorizationUrl: string }>('POST', at, undefined, options)).authorizationUrl
  }

  /**
   * Completes the link, with the `code` with which the browser returned.
   * @throws LatchkeyError CONFLICT if the account belongs to another user
   */
  async finish(provider: string, code: string, options?: CallOptions): Promise<LinkedAccount> {
    const at = `${of(provider)}/finish`
    return (await this.write<{ account: LinkedAccount }>('POST', at, { code }, options)).account
  }

  /** @throws LatchkeyError CONFLICT if it is the user's only way to sign in */
  async unlink(provider: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', of(provider), undefined, options)).id
  }
}
