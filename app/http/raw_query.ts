import type { HttpContext } from '@adonisjs/core/http'

/** The query of a request as it came, with its question mark; empty without one. */
export function rawQueryOf({ request }: HttpContext): string {
  return new URL(request.request.url!, 'http://localhost').search
}
