import type { CallOptions } from '../core/transport.js'
import type { Portal, PortalChanges } from './portal_types.js'
import { Resource } from './resource.js'

/** The settings of an org's portal for end users. */
export class PortalSettings extends Resource {
  async get(options?: CallOptions): Promise<Portal> {
    return (await this.read<{ portal: Portal }>(this.at, {}, options)).portal
  }

  /** Omitted fields do not change. */
  async update(changes: PortalChanges, options?: CallOptions): Promise<Portal> {
    return (await this.write<{ portal: Portal }>('PATCH', this.at, changes, options)).portal
  }
}
