import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { countedAttempt } from '#kernel/limits/attempt_limits'
import ChangeTicket from '#support/actions/change_ticket'
import CloseTicket from '#support/actions/close_ticket'
import OpenOwnTicket from '#support/actions/open_own_ticket'
import FindTicket from '#support/queries/find_ticket'
import ListTickets, { type TicketFilter } from '#support/queries/list_tickets'
import type { PageRequest } from '#kernel/database/keyset'
import { toTicket } from './ticket_transformer.js'
import { newTicketValidator, ownTicketsQuery, ticketPatchValidator, ticketsQuery } from './tickets_input.js'

/** Tickets, for their end users and for the merchant (contract/11-tickets). */
@inject()
export default class TicketsController {
  constructor(
    protected list: ListTickets,
    protected find: FindTicket
  ) {}

  /** Lists the tickets of the org. */
  async index(ctx: HttpContext) {
    return this.#page(ctx, await ticketsQuery(ctx.request.qs()))
  }

  /** Lists the end user's own tickets. */
  async own(ctx: HttpContext) {
    return this.#page(ctx, await ownTicketsQuery(ctx.request.qs()))
  }

  async show(ctx: HttpContext) {
    return ok({ ticket: toTicket(await this.find.byId(ctx.scope, uuidParam(ctx, 'ticketId'))) })
  }

  @inject()
  async store({ request, response, scope, endUserId }: HttpContext, open: OpenOwnTicket) {
    const ticket = await countedAttempt('tickets', endUserId, async () =>
      open.execute(scope, await newTicketValidator.validate(request.body()))
    )
    response.status(201)
    return ok({ ticket: toTicket(ticket) })
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeTicket) {
    const patch = await ticketPatchValidator.validate(ctx.request.body())
    const ticket = await change.execute(ctx.scope, uuidParam(ctx, 'ticketId'), patch, originOf(ctx))
    return ok({ ticket: toTicket(ticket) })
  }

  @inject()
  async close(ctx: HttpContext, end: CloseTicket) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ ticket: toTicket(await end.close(ctx.scope, uuidParam(ctx, 'ticketId'), originOf(ctx))) })
  }

  @inject()
  async reopen(ctx: HttpContext, end: CloseTicket) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ ticket: toTicket(await end.reopen(ctx.scope, uuidParam(ctx, 'ticketId'))) })
  }

  async #page({ scope }: HttpContext, { filter, page }: { filter: TicketFilter; page: PageRequest }) {
    const { items, nextCursor } = await this.list.execute(scope, filter, page)
    return ok({ tickets: items.map(toTicket), nextCursor })
  }
}
