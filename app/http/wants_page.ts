import type { HttpContext } from '@adonisjs/core/http'

/** Whether a person is looking, in a browser that goes to the address: somebody who wants a page and not an envelope. */
export function wantsPage({ request }: HttpContext): boolean {
  return request.method() === 'GET' && (request.header('accept') ?? '').includes('text/html')
}
