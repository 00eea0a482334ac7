import type { CallOptions } from '../core/transport.js'
import type { Preferences } from '../generated/types.js'
import { Resource } from './resource.js'

/** Preferences that a program stores for a user, such as settings of a console: one JSON object of up to 16 KiB. */
export class UserPreferences extends Resource {
  /** Empty if never set. */
  async get(options?: CallOptions): Promise<Preferences> {
    return (await this.read<{ preferences: Preferences }>(this.at, {}, options)).preferences
  }

  /** Replaces the whole object. */
  async replace(preferences: Preferences, options?: CallOptions): Promise<Preferences> {
    return (await this.write<{ preferences: Preferences }>('PUT', this.at, { preferences }, options))
      .preferences
  }
}
