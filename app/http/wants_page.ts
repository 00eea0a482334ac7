import type { HttpContext } from '@adonisjs/core/http'

/** Whether the request is a browser navigation, which should get a page instead of an envelope. */
export function wantsPage({ request }: HttpContext): boolean {
  return request.method() === 'GET' && (request.header('accept') ?? '').includes('text/html')
}
