import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { security } from '#config/security'
import Refusal from '#kernel/refusals/refusal'

/** How long readers may rely on what they have read, as RFC 9116 asks for. Milliseconds. */
const RELIABLE = 90 * 24 * 3600 * 1000

/** GET /.well-known/security.txt: whom to tell of a vulnerability (RFC 9116), where the operator has said it. */
export default class SecurityContactsController {
  show({ response }: HttpContext) {
    if (security.contact === undefined) throw new Refusal('NOT_FOUND')
    response.header('content-type', 'text/plain; charset=utf-8')
    return [
      `Contact: ${security.contact}`,
      `Expires: ${new Date(Date.now() + RELIABLE).toISOString()}`,
      `Canonical: ${new URL('/.well-known/security.txt', appUrl).href}`,
      '',
    ].join('\n')
  }
}
