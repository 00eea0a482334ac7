import { appUrl } from '#config/app'
import env from '#start/env'

/**
 * PORTAL_HOST: the host that the pages of end users have for themselves; null where they are below /portal of APP_URL.
 * It is an object that can be written to, so that a test can change it for its own duration.
 */
export const portal = { host: env.get('PORTAL_HOST') ?? null }

/** The address of the portal of an org, without a slash at its end. */
export function portalPage(orgId: string): string {
  const { protocol } = new URL(appUrl)
  const place = portal.host ? `${protocol}//${portal.host}` : `${appUrl.replace(/\/+$/, '')}/portal`
  return `${place}/${orgId}`
}
