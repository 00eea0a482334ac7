import type { CallOptions } from '../core/transport.js'
import type { Preferences } from '../generated/types.js'
import { Resource } from './resource.js'

/** What a program keeps for a user, such as the settings of a console: one JSON object of up to 16 KiB. */
export class UserPreferences extends Resource {
  /** Empty where it was never set. */
  async get(options?: CallOptions): Promise<Preferences> {
    return (await this.read<{ preferences: Preferences }>(this.at, {}, options)).preferences
  }

  /** Replaces all of it. */
  async replace(preferences: Preferences, options?: CallOptions): Promise<Preferences> {
    return (await this.write<{ preferences: Preferences }>('PUT', this.at, { preferences }, options))
      .preferences
  }
}
