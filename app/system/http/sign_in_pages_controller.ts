import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import type { HttpContext } from '@adonisjs/core/http'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const FILES = {
  page: ['sign_in.html', 'text/html; charset=utf-8'],
  script: ['sign_in.js', 'text/javascript; charset=utf-8'],
  style: ['sign_in.css', 'text/css; charset=utf-8'],
} as const

/** The sign-in page of the queue board (contract#queue-board): a form that signs in with cookies, 2FA included. */
export default class SignInPagesController {
  show(ctx: HttpContext) {
    return send(ctx, 'page')
  }

  script(ctx: HttpContext) {
    return send(ctx, 'script')
  }

  style(ctx: HttpContext) {
    return send(ctx, 'style')
  }
}

async function send({ response }: HttpContext, name: keyof typeof FILES) {
  const [file, type] = FILES[name]
  response.header('content-type', type).header('content-security-policy', POLICY)
  response.header('cache-control', 'no-cache').header('referrer-policy', 'no-referrer')
  return response.send(await readFile(app.makePath('resources/pages', file), 'utf8'))
}
