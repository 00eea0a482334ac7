import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'
import { PLAIN_POLICY } from '#http/plain_page'
import { kept } from '#kernel/batching/kept'
import { SCALAR } from '#system/reference/scalar'
import { LONG, sendStaticFile } from '#system/reference/send_static_file'
import { staticFile } from '#system/reference/static_file'

/** Allows nothing from other origins. The reader adds its styles itself, so they need the nonce. */
const policy = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`

const document = staticFile('resources/reference/openapi.json')
const reader = staticFile(SCALAR.file)
const start = staticFile('resources/reference/start.js')
const index = staticFile('resources/reference/llms.txt')
const text = staticFile('resources/reference/reference.md')
const errors = staticFile('resources/reference/errors.html')
const errorStyle = staticFile('resources/reference/errors.css')
const page = kept(() => readFile(app.makePath('resources/reference/reference.html'), 'utf8'))

/** The description of the API, for programs and for people (contract/01-changes#said-to-the-caller). */
export default class ReferencesController {
  /** GET /openapi.json */
  async document(ctx: HttpContext) {
    return sendStaticFile(ctx, await document(), { type: 'application/json' })
  }

  /** GET /reference: a page that shows the document. Each response has its own nonce, so none may be cached. */
  async show({ response }: HttpContext) {
    const nonce = randomBytes(16).toString('base64url')
    response.header('content-type', 'text/html; charset=utf-8')
    response.header('content-security-policy', policy(nonce)).header('referrer-policy', 'no-referrer')
    const html = await page()
    return response.send(html.replace('{{ nonce }}', nonce).replace('{{ version }}', SCALAR.version))
  }

  /** The script that renders the page. */
  async reader(ctx: HttpContext) {
    return sendStaticFile(ctx, await reader(), { type: 'text/javascript', cache: LONG })
  }

  /** The script that starts the renderer. */
  async start(ctx: HttpContext) {
    return sendStaticFile(ctx, await start(), { type: 'text/javascript' })
  }

  /** GET /llms.txt: the entry point for language models. */
  async index(ctx: HttpContext) {
    return sendStaticFile(ctx, await index(), { type: 'text/plain' })
  }

  /** GET /reference.md: the document as text. */
  async text(ctx: HttpContext) {
    return sendStaticFile(ctx, await text(), { type: 'text/markdown' })
  }

  /** GET /errors: every error code, with advice. */
  async errors(ctx: HttpContext) {
    ctx.response.header('content-security-policy', PLAIN_POLICY)
    return sendStaticFile(ctx, await errors(), { type: 'text/html' })
  }

  async errorStyle(ctx: HttpContext) {
    return sendStaticFile(ctx, await errorStyle(), { type: 'text/css' })
  }
}
