import { path } from '../core/query.js'
import type { CallOptions, Transport } from '../core/transport.js'
import type { Pages } from './pages.js'
import { Resource } from './resource.js'
import type {
  Attachment,
  NewTicket,
  NewTicketMessage,
  OwnTicketsQuery,
  Ticket,
  TicketAnswer,
  TicketChanges,
  TicketMessage,
  TicketsQuery,
} from './ticket_types.js'
import type { List } from './types.js'

/** Methods for tickets that end users and members share. */
class TicketResource extends Resource {
  async get(id: string, options?: CallOptions): Promise<Ticket> {
    return (await this.read<{ ticket: Ticket }>(this.one(id), {}, options)).ticket
  }

  /** Oldest first. */
  messages(id: string, query: List = {}, options?: CallOptions): Pages<TicketMessage> {
    return this.paged(`${this.one(id)}/messages`, 'messages', query, options)
  }

  /** Uploads a file; a later message refers to its id. */
  async attach(id: string, file: Blob, name: string, options?: CallOptions): Promise<Attachment> {
    const form = new FormData()
    form.set('file', file, name)
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type')!
    const bytes = await encoded.blob()
    const body = { type, content: () => bytes }
    const data = await this.transport.data<{ attachment: Attachment }>({
      // The service ends a stalled upload, so a long one needs no timeout here.
      timeoutMs: Infinity,
      ...options,
      method: 'POST',
      path: `${this.one(id)}/attachments`,
      body,
    })
    return data.attachment
  }

  /** Closes a ticket for good: it accepts no further messages or changes. */
  close(id: string, options?: CallOptions): Promise<Ticket> {
    return this.moved(id, 'close', options)
  }

  protected async moved(id: string, verb: string, options?: CallOptions): Promise<Ticket> {
    return (await this.write<{ ticket: Ticket }>('POST', `${this.one(id)}/${verb}`, {}, options)).ticket
  }

  protected async say(id: string, message: object, options?: CallOptions): Promise<TicketMessage> {
    const at = `${this.one(id)}/messages`
    return (await this.write<{ message: TicketMessage }>('POST', at, message, options)).message
  }

  protected one(id: string): string {
    return this.at + path`/${id}`
  }
}

/** An end user's own tickets. */
export class OwnTickets extends TicketResource {
  list(query: OwnTicketsQuery = {}, options?: CallOptions): Pages<Ticket> {
    return this.paged(this.at, 'tickets', query, options)
  }

  async open(ticket: NewTicket, options?: CallOptions): Promise<Ticket> {
    return (await this.write<{ ticket: Ticket }>('POST', this.at, ticket, options)).ticket
  }

  reply(id: string, message: NewTicketMessage, options?: CallOptions): Promise<TicketMessage> {
    return this.say(id, message, options)
  }

  reopen(id: string, options?: CallOptions): Promise<Ticket> {
    return this.moved(id, 'reopen', options)
  }
}

/** The tickets of an org, for its members. */
export class OrgTickets extends TicketResource {
  /** @internal */
  constructor(
    transport: Transport,
    protected readonly ofOrg: string
  ) {
    super(transport, '/v1/dashboard/tickets')
  }

  list(query: TicketsQuery = {}, options?: CallOptions): Pages<Ticket> {
    return this.paged(this.ofOrg, 'tickets', query, options)
  }

  async update(id: string, changes: TicketChanges, options?: CallOptions): Promise<Ticket> {
    return (await this.write<{ ticket: Ticket }>('PATCH', this.one(id), changes, options)).ticket
  }

  /** Sends a message to the end user or, with `internal`, to members only. */
  answer(id: string, answer: TicketAnswer, options?: CallOptions): Promise<TicketMessage> {
    return this.say(id, answer, options)
  }
}
