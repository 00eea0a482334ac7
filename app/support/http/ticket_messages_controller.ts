import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { countedAttempt } from '#kernel/limits/attempt_limits'
import AnswerTicket from '#support/actions/answer_ticket'
import WriteInTicket from '#support/actions/write_in_ticket'
import FindTicket from '#support/queries/find_ticket'
import ListMessages from '#support/queries/list_messages'
import { toMessage } from './ticket_transformer.js'
import { answerValidator, ownMessageValidator } from './tickets_input.js'

/** The messages of a ticket (contract/11-tickets). Internal ones never leave the dashboard. */
export default class TicketMessagesController {
  @inject()
  async index(ctx: HttpContext, find: FindTicket, list: ListMessages) {
    const page = await limitQuery(ctx.request.qs())
    const { id } = await find.byId(ctx.scope, uuidParam(ctx, 'ticketId'))
    const { items, nextCursor } = await list.execute(ctx.scope, id, page)
    return ok({ messages: items.map(toMessage), nextCursor })
  }

  /** Writes a message of the end user. */
  @inject()
  async store(ctx: HttpContext, write: WriteInTicket) {
    const { request, response, scope, endUserId } = ctx
    const message = await countedAttempt('ticketMessages', endUserId, async () => {
      const fields = await ownMessageValidator.validate(request.body())
      return write.execute(scope, uuidParam(ctx, 'ticketId'), fields)
    })
    response.status(201)
    return ok({ message: toMessage(message) })
  }

  /** Writes a message of the merchant. */
  @inject()
  async answer(ctx: HttpContext, answer: AnswerTicket) {
    const fields = await answerValidator.validate(ctx.request.body())
    const message = await answer.execute(ctx.scope, uuidParam(ctx, 'ticketId'), fields, originOf(ctx))
    ctx.response.status(201)
    return ok({ message: toMessage(message) })
  }
}
