import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { observe } from '#kernel/observe/observe'
import Refusal from '#kernel/refusals/refusal'
import QueueBoard from '#system/queue_board'
import { wantsPage } from '#http/wants_page'

/** Allows the board's own files only; nothing from other origins, including the web fonts that its page requests. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'"

/**
 * Serves the queue board to platform admins (contract#platform-admins, contract#queue-board). The board's own server
 * reads the request, so no middleware may have read the body before it. A browser that is not signed in as an admin
 * is redirected to the sign-in page, which explains why.
 */
export default class QueueBoardsController {
  @inject()
  async handle(ctx: HttpContext, board: QueueBoard) {
    const guard = ctx.auth.use('user')
    if (wantsPage(ctx)) await guard.check()
    else await guard.authenticate()
    if (!guard.user?.platformAdmin) {
      if (wantsPage(ctx)) return ctx.response.redirect().toPath('/admin/sign-in')
      const message = 'Only platform admins can open the queue board: npm run ace -- admin:grant'
      throw new Refusal('FORBIDDEN', { message })
    }
    const { method = 'GET' } = ctx.request.request
    if (method !== 'GET') {
      observe('queues_administered', { byUserId: guard.user.id, method, path: ctx.request.url() })
    }
    const raw = ctx.response.response
    for (const [name, value] of Object.entries(ctx.response.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.setHeader('content-security-policy', POLICY)
    raw.setHeader('referrer-policy', 'no-referrer')
    await board.handle(ctx.request.request, raw)
  }
}
