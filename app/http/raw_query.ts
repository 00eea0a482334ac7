import type { HttpContext } from '@adonisjs/core/http'

/** The query string of a request as sent, with its question mark; empty without a query. */
export function rawQueryOf({ request }: HttpContext): string {
  return new URL(request.request.url!, 'http://localhost').search
}
