import type { HttpContext } from '@adonisjs/core/http'
import { version } from '#config/release'
import { sendPlainPage } from '#http/plain_page'
import { BOARD_PATH } from '#system/queue_board'

/** The start page for people who open the service's address in a browser (contract/01-changes#said-to-the-caller). */
export default class HomePagesController {
  /** GET /: name, version and links. */
  async show(ctx: HttpContext) {
    return sendPlainPage(ctx, 'home.html', { version })
  }

  /** GET /admin: redirects to the queue board, which checks the credential. */
  admin({ response }: HttpContext) {
    return response.redirect().toPath(BOARD_PATH)
  }
}
