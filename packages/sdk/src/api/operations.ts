import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Operation, OperationItem, OperationItemList, OperationList } from './operation_types.js'
import { waitForEnd, type WaitOptions } from './operation_wait.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'

/** Bulk changes, imports and exports: their results, and how to control them. */
export class Operations extends Resource {
  list(query: OperationList = {}, options?: CallOptions): Pages<Operation> {
    return this.paged(this.at, 'operations', query, options)
  }

  async get(id: string, options?: CallOptions): Promise<Operation> {
    return (await this.read<{ operation: Operation }>(this.path(id), {}, options)).operation
  }

  /** The licenses or rows that were skipped or failed. */
  items(id: string, query: OperationItemList = {}, options?: CallOptions): Pages<OperationItem> {
    return this.paged(`${this.path(id)}/items`, 'items', query, options)
  }

  /**
   * Waits until an operation has completed, failed or been cancelled: check `status`, and `progress` for skipped and
   * failed items. It follows a stream, and polls if no stream is available.
   * @throws LatchkeyError; the reason of the signal once it aborts
   */
  wait(operation: Operation | string, options: WaitOptions = {}): Promise<Operation> {
    const id = typeof operation === 'string' ? operation : operation.id
    const { clock, random } = this.transport
    return waitForEnd(
      {
        clock,
        random,
        read: (signal) => this.get(id, { signal }),
        open: (last, signal) =>
          this.transport.open({
            method: 'GET',
            path: `${this.path(id)}/stream`,
            headers: { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) },
            attempts: 1,
            signal,
          }),
      },
      options
    )
  }

  /** Stops an operation at its next chunk. */
  cancel(id: string, options?: CallOptions): Promise<Operation> {
    return this.#steered(id, 'cancel', {}, options)
  }

  /** Resumes a failed or cancelled operation where it stopped. */
  retry(id: string, options?: CallOptions): Promise<Operation> {
    return this.#steered(id, 'retry', {}, options)
  }

  /** Starts an operation that reverts the changes of this one. */
  undo(id: string, why: { reason?: string } = {}, options?: CallOptions): Promise<Operation> {
    return this.#steered(id, 'undo', why, options)
  }

  /** Starts the real operation for a dry run. */
  apply(id: string, options?: CallOptions): Promise<Operation> {
    return this.#steered(id, 'apply', {}, options)
  }

  /**
   * Opens the file of a finished export: read its `body` as a stream. `range` resumes an interrupted download.
   * If nothing is missing, there is no body and `status` is 416; 304 answers an `if-none-match` among the `headers`.
   */
  download(id: string, options: CallOptions & { range?: string } = {}): Promise<Response> {
    const { range, headers, ...call } = options
    return this.transport.open({
      ...call,
      method: 'GET',
      path: `${this.path(id)}/download`,
      headers: { accept: '*/*', ...headers, ...(range ? { range } : {}) },
    })
  }

  protected path(id: string): string {
    return this.at + path`/${id}`
  }

  async #steered(id: string, verb: string, body: object, options?: CallOptions) {
    const at = `${this.path(id)}/${verb}`
    return (await this.write<{ operation: Operation }>('POST', at, body, options)).operation
  }
}
