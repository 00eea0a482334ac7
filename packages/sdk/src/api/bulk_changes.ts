import type { CallOptions } from '../core/transport.js'
import type { BulkChange, Operation } from './operation_types.js'
import { Resource } from './resource.js'

/** Changes of up to 100,000 named licenses, or of any number that a filter finds. Each starts an operation. */
export class BulkChanges extends Resource {
  freeze(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/freeze', change, options)
  }

  unfreeze(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/unfreeze', change, options)
  }

  revoke(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/revoke', change, options)
  }

  unrevoke(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/unrevoke', change, options)
  }

  extend(change: BulkChange & { days: number }, options?: CallOptions) {
    return this.#start('POST', '/extend', change, options)
  }

  delete(change: BulkChange, options?: CallOptions) {
    return this.#start('DELETE', '', change, options)
  }

  async #start(method: 'POST' | 'DELETE', path: string, change: BulkChange, options?: CallOptions) {
    const { operation } = await this.write<{ operation: Operation }>(method, this.at + path, change, options)
    return operation
  }
}
