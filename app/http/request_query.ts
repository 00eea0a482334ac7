import Refusal from '#kernel/refusals/refusal'

/** The number of query parameters that the parser of `config/app.ts` accepts; it would silently drop the rest. */
const MOST_PARAMETERS = 100

/** The parser drops these: an empty name, and `__proto__`. It reads `[status]` as `status`. */
const UNREADABLE_NAME = /^$|^\[|(^|\[)__proto__(\]|\[|$)/

/**
 * Refuses a URL whose query the parser would not read as it was sent: a filter that is dropped must not mean
 * "everything".
 * @throws Refusal BAD_REQUEST
 */
export function refuseUnreadableQuery(url: string) {
  const mark = url.indexOf('?')
  if (mark === -1) return
  const query = url.slice(mark + 1)
  if (query.split('&', MOST_PARAMETERS + 1).length > MOST_PARAMETERS) {
    throw new Refusal('BAD_REQUEST', { message: `The query has more than ${MOST_PARAMETERS} parameters` })
  }
  if (new URLSearchParams(query).keys().some((name) => UNREADABLE_NAME.test(name))) {
    throw new Refusal('BAD_REQUEST', {
      message: 'The query has a parameter whose name is empty, begins with a bracket or contains __proto__',
    })
  }
}
