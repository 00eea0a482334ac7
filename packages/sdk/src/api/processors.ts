import { path } from '../core/query.js'
import type { CallOptions } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type {
  NewProcessor,
  Processor,
  ProcessorChanges,
  ProcessorEvent,
  ProcessorEventsQuery,
  TriedEvent,
} from './shop_types.js'

/** The payment processors of an org, and what they have told. */
export class Processors extends Resource {
  async list(options?: CallOptions): Promise<Processor[]> {
    return (await this.read<{ processors: Processor[] }>(this.at, {}, options)).processors
  }

  /** Connects one; give it the `inboundUrl` of the answer. */
  create(processor: NewProcessor, options?: CallOptions): Promise<Processor> {
    return this.#changed('POST', this.at, processor, options)
  }

  /** A new `secret` is good at once, the one before it for another 24 hours. */
  update(id: string, changes: ProcessorChanges, options?: CallOptions): Promise<Processor> {
    return this.#changed('PATCH', this.#one(id), changes, options)
  }

  /** Its events go with it; orders stay. */
  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.#one(id), undefined, options)).id
  }

  /** Newest first. */
  events(id: string, query: ProcessorEventsQuery = {}, options?: CallOptions): Pages<ProcessorEvent> {
    return this.paged(`${this.#one(id)}/events`, 'events', query, options)
  }

  /** What an event would do; nothing of it stays. */
  async try(id: string, event: object, options?: CallOptions): Promise<TriedEvent> {
    const at = `${this.#one(id)}/try`
    return (await this.write<{ would: TriedEvent }>('POST', at, { event }, options)).would
  }

  /** Works once more on an event that was ignored or has failed. @throws LatchkeyError CONFLICT for any other */
  async replay(id: string, eventId: string, options?: CallOptions): Promise<string> {
    const at = this.#one(id) + path`/events/${eventId}/replay`
    return (await this.write<{ id: string }>('POST', at, undefined, options)).id
  }

  async #changed(method: 'POST' | 'PATCH', at: string, body: object, options?: CallOptions) {
    return (await this.write<{ processor: Processor }>(method, at, body, options)).processor
  }

  #one(id: string): string {
    return this.at + path`/${id}`
  }
}
