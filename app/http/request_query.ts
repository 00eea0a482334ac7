import Refusal from '#kernel/refusals/refusal'

/** As many query parameters as the parser of `config/app.ts` takes; it would drop the rest without a word. */
const MOST_PARAMETERS = 100

/**
 * Refuses a URL of whose query a part would be ignored: a filter that is not seen must not mean "everything".
 * @throws Refusal BAD_REQUEST
 */
export function refuseLongQuery(url: string) {
  const mark = url.indexOf('?')
  if (mark === -1 || url.slice(mark).split('&', MOST_PARAMETERS + 1).length <= MOST_PARAMETERS) return
  throw new Refusal('BAD_REQUEST', { message: `The query has more than ${MOST_PARAMETERS} parameters` })
}
