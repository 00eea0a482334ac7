import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import type {
  Download,
  LicenseDevices,
  OwnLicense,
  OwnLicenses,
  OwnRelease,
  OwnReleases,
} from './portal_types.js'
import { Resource } from './resource.js'

type Reset = { license: OwnLicense; changed: boolean }

/** The licenses of a signed-in end user. */
export class MyLicenses extends Resource {
  list(query: OwnLicenses = {}, options?: CallOptions): Pages<OwnLicense> {
    return this.paged(this.at, 'licenses', query, options)
  }

  async get(id: string, options?: CallOptions): Promise<OwnLicense> {
    return (await this.read<{ license: OwnLicense }>(this.one(id), {}, options)).license
  }

  /** Redeems a license by its key, as typed. @throws LatchkeyError LICENSE_NOT_OWNED, LICENSE_INACTIVE */
  async redeem(licenseKey: string, options?: CallOptions): Promise<OwnLicense> {
    const at = `${this.at}/redeem`
    return (await this.write<{ license: OwnLicense }>('POST', at, { licenseKey }, options)).license
  }

  /**
   * Removes the device bindings, so that other devices can use the license.
   * @throws LatchkeyError LIMIT_REACHED when the budget of resets is used up
   */
  resetHwid(id: string, options?: CallOptions): Promise<Reset> {
    return this.write('POST', `${this.one(id)}/reset-hwid`, {}, options)
  }

  /** Like `resetHwid`, for addresses. */
  resetIp(id: string, options?: CallOptions): Promise<Reset> {
    return this.write('POST', `${this.one(id)}/reset-ip`, {}, options)
  }

  /** The versions that the license may have, newest first. */
  releases(id: string, query: OwnReleases = {}, options?: CallOptions): Pages<OwnRelease> {
    return this.paged(`${this.one(id)}/releases`, 'releases', query, options)
  }

  /** A link to a file of one of these releases. */
  async download(id: string, artifactId: string, options?: CallOptions): Promise<Download> {
    const at = `${this.one(id)}/downloads`
    return (await this.write<{ download: Download }>('POST', at, { artifactId }, options)).download
  }

  /** The devices of the license, and the sessions that run on them. */
  devices(id: string, options?: CallOptions): Promise<LicenseDevices> {
    return this.read(`${this.one(id)}/devices`, {}, options)
  }

  /** Removes the binding of one device. */
  async release(id: string, deviceId: string, options?: CallOptions): Promise<string> {
    const at = `${this.one(id)}/devices${path`/${deviceId}`}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }

  /** Ends one session. */
  async endSession(id: string, sessionId: string, options?: CallOptions): Promise<string> {
    const at = `${this.one(id)}/sessions${path`/${sessionId}`}`
    return (await this.write<{ id: string }>('DELETE', at, undefined, options)).id
  }

  protected one(id: string): string {
    return this.at + path`/${id}`
  }
}
