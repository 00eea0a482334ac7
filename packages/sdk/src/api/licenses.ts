import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import { BulkChanges } from './bulk_changes.js'
import { uploadOf, type ImportSource, type UploadOptions } from './upload.js'
import type { Export, Import, Operation } from './operation_types.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type {
  FullLicense,
  License,
  LicenseChanges,
  LicenseEvent,
  LicenseList,
  List,
  NewLicenses,
} from './types.js'

export type Reason = { reason?: string }

/** The licenses of a product or of an org. `New` is the input for new licenses. */
export class Licenses<New extends object = NewLicenses> extends Resource {
  /** Changes of many licenses at once; each starts an operation. */
  readonly bulk: BulkChanges

  /** @internal */
  constructor(
    transport: Transport,
    at: string,
    protected readonly one: string
  ) {
    super(transport, at)
    this.bulk = new BulkChanges(transport, at)
  }

  list(query: LicenseList = {}, options?: CallOptions): Pages<License> {
    return this.paged(this.at, 'licenses', query, options)
  }

  async create(license: New, options?: CallOptions): Promise<License[]> {
    const { licenses } = await this.write<{ licenses: License[] }>('POST', this.at, license, options)
    return licenses
  }

  async get(id: string, options?: CallOptions): Promise<FullLicense> {
    return (await this.read<{ license: FullLicense }>(this.path(id), {}, options)).license
  }

  async update(id: string, changes: LicenseChanges, options?: CallOptions): Promise<FullLicense> {
    return this.#changed('PATCH', this.path(id), changes, options)
  }

  /** Deletes a license for good; its timeline records the deletion. */
  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.path(id), undefined, options)).id
  }

  /** The timeline of a license, newest first; also available for a deleted license. */
  events(id: string, query: List = {}, options?: CallOptions): Pages<LicenseEvent> {
    return this.paged(`${this.path(id)}/events`, 'events', query, options)
  }

  revoke(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/revoke`, why, options)
  }

  unrevoke(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/unrevoke`, why, options)
  }

  suspend(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/suspend`, why, options)
  }

  unsuspend(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/unsuspend`, why, options)
  }

  resetHwid(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/reset-hwid`, why, options)
  }

  resetIp(id: string, why: Reason = {}, options?: CallOptions) {
    return this.#changed('POST', `${this.path(id)}/reset-ip`, why, options)
  }

  /** Starts an import of rows or of a file; use `operations.wait` to wait for its end. */
  async import(source: ImportSource, how: Import = {}, options: CallOptions & UploadOptions = {}) {
    const { onUpload, format, ...call } = options
    const { map, ...rest } = how
    const columns = map && Object.entries(map).map(([field, column]) => `${field}:${column}`)
    const data = await this.transport.data<{ operation: Operation }>({
      // The service ends a stalled upload, so a long one needs no timeout here.
      timeoutMs: Infinity,
      ...call,
      method: 'POST',
      path: `${this.at}/import`,
      query: { ...rest, map: columns?.join(',') },
      body: uploadOf(source, { onUpload, format }),
    })
    return data.operation
  }

  /** Starts an export; use `operations.wait` to wait for its end and `operations.download` to read the file. */
  async export(how: Export = {}, options?: CallOptions): Promise<Operation> {
    return (await this.read<{ operation: Operation }>(`${this.at}/export`, how, options)).operation
  }

  protected path(id: string): string {
    return this.one + path`/${id}`
  }

  async #changed(method: 'POST' | 'PATCH', at: string, body: object, options?: CallOptions) {
    return (await this.write<{ license: FullLicense }>(method, at, body, options)).license
  }
}
