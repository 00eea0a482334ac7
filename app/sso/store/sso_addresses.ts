import { appUrl } from '#config/app'
import type { SsoConnection } from '#sso/queries/find_connection'

/** Where the provider of a connection sends its answers, and what it knows us by (contract/13-sso). */
export function samlAddresses(connectionId: string) {
  const base = `${appUrl}/sso/saml/${connectionId}`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` }
}

/**
 * Where providers of OpenID Connect send people back to that say in each answer who they are (RFC 9207).
 *
 * @internal
 */
export const OIDC_SHARED_URI = `${appUrl}/sso/oidc/callback`

/**
 * Where the provider of OpenID Connect of an org sends people back to. One that does not say who it is gets an address of
 * the org's own, so that an answer of one provider never counts as that of another.
 */
export function oidcRedirectUri({ orgId, settings }: Pick<SsoConnection, 'orgId' | 'settings'>): string {
  return settings.oidc?.namesItself ? OIDC_SHARED_URI : `${OIDC_SHARED_URI}/${orgId}`
}
