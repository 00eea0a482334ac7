import type { HttpContext } from '@adonisjs/core/http'

/** Redirects a browser that comes back from a provider. The URL it came to is neither cached nor sent as a referrer. */
export function goTo({ response }: HttpContext, next: string) {
  response.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  response.status(303).header('location', next).send('')
}
