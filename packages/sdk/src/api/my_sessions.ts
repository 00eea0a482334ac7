import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type { UserSession } from './team_types.js'
import type { List } from './types.js'

/** The sign-ins of a user, or of an end user. */
export class MySessions<Session = UserSession> extends Resource {
  list(query: List = {}, options?: CallOptions): Pages<Session> {
    return this.paged(this.at, 'sessions', query, options)
  }

  /** Ends one sign-in. The access token of a user stays valid until it expires. */
  async end(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.at + path`/${id}`, undefined, options)).id
  }

  /** Ends all sign-ins, including this one, and returns their number. */
  async endAll(options?: CallOptions): Promise<number> {
    return (await this.write<{ revoked: number }>('DELETE', this.at, undefined, options)).revoked
  }
}
