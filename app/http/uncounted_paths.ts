/**
 * Paths that are never counted or refused (contract/01-changes#limits-and-plans): what load balancers and monitors
 * ask for again and again, the keys that every program fetches, and the files that a browser loads with a page. A
 * line stands for the path and everything below it. The description of the API is a handful of files in memory.
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

/** Whether requests to a path, without its query, count in no rate limit. */
export function isUncounted(path: string): boolean {
  return UNCOUNTED.some(
    (one) => path.startsWith(one) && (path.length === one.length || path[one.length] === '/')
  )
}
