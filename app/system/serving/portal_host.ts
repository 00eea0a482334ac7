/** Where PORTAL_HOST has what the service has there, too: the API and the files of the portal. */
const SAME_EVERYWHERE = /^\/(?:v1|portal|health|\.well-known)(?:[/?]|$)/

/**
 * The target of a request as it is routed: on the host that is the portal's own, every address that is not one of the
 * API is one of the portal, which is at the root there (docs/end-users.md). So neither the console nor anything else
 * with a cookie of users shares the origin.
 */
export function targetOn(portalHost: string, host: string | undefined, target: string): string {
  if (host?.toLowerCase() !== portalHost || SAME_EVERYWHERE.test(target)) return target
  return `/portal${target}`
}
