import { portalPage } from '#config/portal'
import type { OpenPortal } from '#end_users/queries/find_open_portal'

/** Converts a portal for the public (contract/09-end-users#91-settings). */
export function toPublicPortal({ orgId, name, portal }: OpenPortal) {
  const { branding, signIn, registration, tickets, downloads, erasure } = portal
  return {
    ...{ orgId, name, url: portalPage(orgId) },
    ...{ branding, signIn, registration, tickets, downloads, erasure },
  }
}
