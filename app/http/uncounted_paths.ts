/**
 * Paths that are never counted or refused (contract/01-changes#limits-and-plans): those that load balancers and
 * monitors poll, the keys that every program fetches, and the files that a browser loads with a page. An entry covers
 * the path and everything below it. The API description is included because it is a handful of files in memory.
 */
const UNCOUNTED = [
  '/health',
  '/.well-known',
  '/admin/queues/static',
  '/admin/sign-in',
  '/console',
  '/portal',
  '/openapi.json',
  '/reference',
  '/reference.md',
  '/llms.txt',
  '/errors',
]

/** Whether requests to a path (without its query) are exempt from rate limits. */
export function isUncounted(path: string): boolean {
  return UNCOUNTED.some(
    (one) => path.startsWith(one) && (path.length === one.length || path[one.length] === '/')
  )
}
