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

/** The payment processors of an org, and the events that they sent. */
export class Processors extends Resource {
  async list(options?: CallOptions): Promise<Processor[]> {
    return (await this.read<{ processors: Processor[] }>(this.at, {}, options)).processors
  }

  /** Connects a processor; give it the `inboundUrl` of the response. */
  create(processor: NewProcessor, options?: CallOptions): Promise<Processor> {
    return this.#changed('POST', this.at, processor, options)
  }

  async get(id: string, options?: CallOptions): Promise<Processor> {
    return (await this.read<{ processor: Processor }>(this.#one(id), {}, options)).processor
  }

  /** A new `secret` is valid at once; the previous one stays valid for another 24 hours. */
  update(id: string, changes: ProcessorChanges, options?: CallOptions): Promise<Processor> {
    return this.#changed('PATCH', this.#one(id), changes, options)
  }

  /** Also deletes the processor's events; orders stay. */
  async delete(id: string, options?: CallOptions): Promise<string> {
    return (await this.write<{ id: string }>('DELETE', this.#one(id), undefined, options)).id
  }

  /** Newest first. */
  events(id: string, query: ProcessorEventsQuery = {}, options?: CallOptions): Pages<ProcessorEvent> {
    return this.paged(`${this.#one(id)}/events`, 'events', query, options)
  }

  /** Returns what an event would do, without doing it. */
  async try(id: string, event: object, options?: CallOptions): Promise<TriedEvent> {
    const at = `${this.#one(id)}/try`
    return (await this.write<{ would: TriedEvent }>('POST', at, { event }, options)).would
  }

  /** Processes an ignored or failed event again. @throws LatchkeyError CONFLICT for any other event */
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
