import type { CallOptions } from '../core/transport.js'
import type { BulkChange, Operation, UpdateRights } from './operation_types.js'
import { Resource } from './resource.js'

/** Changes of up to 100,000 listed licenses, or of any number that match a filter. Each starts an operation. */
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

  suspend(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/suspend', change, options)
  }

  unsuspend(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/unsuspend', change, options)
  }

  /** Removes the device bindings of the licenses; cannot be undone. */
  resetHwid(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/reset-hwid', change, options)
  }

  /** Removes the address bindings of the licenses; cannot be undone. */
  resetIp(change: BulkChange, options?: CallOptions) {
    return this.#start('POST', '/reset-ip', change, options)
  }

  extend(change: BulkChange & { days: number }, options?: CallOptions) {
    return this.#start('POST', '/extend', change, options)
  }

  /** Moves the licenses to another tier of their product; null removes their tier. */
  setTier(change: BulkChange & { tierId: string | null }, options?: CallOptions) {
    return this.#start('POST', '/set-tier', change, options)
  }

  /** Sets which releases the licenses may have; null defers to their tier, or removes a bound. */
  setUpdates(change: BulkChange & UpdateRights, options?: CallOptions) {
    return this.#start('POST', '/set-updates', change, options)
  }

  delete(change: BulkChange, options?: CallOptions) {
    return this.#start('DELETE', '', change, options)
  }

  async #start(method: 'POST' | 'DELETE', path: string, change: BulkChange, options?: CallOptions) {
    const { operation } = await this.write<{ operation: Operation }>(method, this.at + path, change, options)
    return operation
  }
}
