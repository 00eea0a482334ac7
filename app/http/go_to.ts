import type { HttpContext } from '@adonisjs/core/http'

/** Sends a browser that comes back from a provider on: nothing of the address that it came to is kept or told. */
export function goTo({ response }: HttpContext, next: string) {
  response.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  response.status(303).header('location', next).send('')
}
