import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { version } from '#config/release'
import { BOARD_PATH } from '#system/queue_board'

const POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The start page for people who open the service's address in a browser (contract/01-changes#said-to-the-caller). */
export default class HomePagesController {
  /** GET /: name, version, and where to go from here. */
  async show({ response }: HttpContext) {
    const page = await readFile(app.makePath('resources/pages/home.html'), 'utf8')
    response.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', POLICY)
    response.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
    return response.send(page.replace('{{ version }}', version))
  }

  /** GET /admin: the queue board, which asks who is there. */
  admin({ response }: HttpContext) {
    return response.redirect().toPath(BOARD_PATH)
  }
}
