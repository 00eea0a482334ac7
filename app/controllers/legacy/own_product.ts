import type { HttpContext } from '@adonisjs/core/http'
import Refusal from '#exceptions/refusal'

/** A product that a request names must be the one that its API key is bound to. Errors: FORBIDDEN. */
export function ownProduct({ scope }: HttpContext, named: string | undefined) {
  if (named !== undefined && named !== scope.productId) {
    throw new Refusal('FORBIDDEN', { message: 'The API key is bound to another product' })
  }
}
