import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Refusal from '#exceptions/refusal'

/** As many query parameters as the parser of `config/app.ts` takes; it would drop the rest without a word. */
const MOST = 100

/** Refuses a query of which a part would be ignored: a filter that is not seen must not mean "everything". */
export default class QueryMiddleware {
  handle({ request }: HttpContext, next: NextFn) {
    const query = request.request.url?.split('?')[1] ?? ''
    if (query.split('&', MOST + 2).length > MOST) {
      throw new Refusal('BAD_REQUEST', { message: `The query has more than ${MOST} parameters` })
    }
    return next()
  }
}
