import type { OpenPortal } from '#end_users/queries/find_open_portal'

/** A portal, as shown to whoever asks (contract/09-end-users#91-settings). */
export function toPublicPortal({ orgId, name, portal: { branding, signIn, registration } }: OpenPortal) {
  return { orgId, name, branding, signIn, registration }
}
