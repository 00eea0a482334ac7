/** Paths that PORTAL_HOST serves unchanged: the API, health checks and the files of the portal. */
const SAME_EVERYWHERE = /^\/(?:v1|portal|health|\.well-known)(?:[/?]|$)/

/**
 * The path to which a request is routed. On the portal's own host, the portal is at the root: every path that is not
 * served unchanged is a path of the portal (docs/end-users.md). So neither the console nor anything else with cookies
 * of users shares that origin.
 */
export function targetOn(portalHost: string, host: string | undefined, target: string): string {
  if (host?.toLowerCase() !== portalHost || SAME_EVERYWHERE.test(target)) return target
  return `/portal${target}`
}
