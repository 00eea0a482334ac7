import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Refusal from '#exceptions/refusal'
import QueueBoard, { BOARD_PATH } from '#services/queue_board'

/** The board's own files and nothing from elsewhere, the fonts that its page asks for included. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'self'"

/**
 * Serves the queue board to platform admins (contract 1 and 7). It runs before routing and before the body is
 * read, because the board's own server does both. A browser that is not signed in is sent to the sign-in page.
 */
@inject()
export default class QueueBoardMiddleware {
  constructor(protected board: QueueBoard) {}

  async handle(ctx: HttpContext, next: NextFn) {
    const path = ctx.request.url()
    if (path !== BOARD_PATH && !path.startsWith(`${BOARD_PATH}/`)) return next()
    const guard = ctx.auth.use('user')
    if (wantsPage(ctx) && !(await guard.check())) return ctx.response.redirect().toPath('/admin/sign-in')
    if (!guard.isAuthenticated) await guard.authenticate()
    if (!guard.getUserOrFail().platformAdmin) {
      throw new Refusal('FORBIDDEN', { message: 'The queue board is for platform admins: ace admin:grant' })
    }
    const raw = ctx.response.response
    for (const [name, value] of Object.entries(ctx.response.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value as string)
    }
    raw.setHeader('content-security-policy', POLICY)
    raw.setHeader('referrer-policy', 'no-referrer')
    await this.board.handle(ctx.request.request, raw)
  }
}

/** Whether a person is looking, who wants a page and not an envelope. */
function wantsPage({ request }: HttpContext): boolean {
  return request.method() === 'GET' && (request.header('accept') ?? '').includes('text/html')
}
