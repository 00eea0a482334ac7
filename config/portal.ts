import { appUrl } from '#config/app'
import env from '#start/env'

/**
 * PORTAL_HOST: the host that serves only the pages of end users; null if they are served below /portal of APP_URL.
 * The object is mutable, so that a test can change it temporarily.
 */
export const portal = { host: env.get('PORTAL_HOST') ?? null }

/** The URL of an org's portal, without a trailing slash. */
export function portalPage(orgId: string): string {
  const { protocol } = new URL(appUrl)
  const place = portal.host ? `${protocol}//${portal.host}` : `${appUrl.replace(/\/+$/, '')}/portal`
  return `${place}/${orgId}`
}
