import type { HttpContext } from '@adonisjs/core/http'
import { appUrl } from '#config/app'
import { security } from '#config/security'
import Refusal from '#kernel/refusals/refusal'

/** The time until `Expires`, which RFC 9116 requires. Milliseconds. */
const RELIABLE = 90 * 24 * 3600 * 1000

/** GET /.well-known/security.txt: the contact for vulnerability reports (RFC 9116), if the operator has set one. */
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
