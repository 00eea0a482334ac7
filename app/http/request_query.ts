import Refusal from '#kernel/refusals/refusal'

/** The number of query parameters that the parser of `config/app.ts` accepts; it would silently drop the rest. */
const MOST_PARAMETERS = 100

/**
 * Refuses a URL whose query would be truncated: a filter that is dropped must not mean "everything".
 * @throws Refusal BAD_REQUEST
 */
export function refuseLongQuery(url: string) {
  const mark = url.indexOf('?')
  if (mark === -1 || url.slice(mark).split('&', MOST_PARAMETERS + 1).length <= MOST_PARAMETERS) return
  throw new Refusal('BAD_REQUEST', { message: `The query has more than ${MOST_PARAMETERS} parameters` })
}
