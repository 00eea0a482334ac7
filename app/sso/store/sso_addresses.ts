import { appUrl } from '#config/app'
import type { SsoConnection } from '#sso/queries/find_connection'

/** Our SAML addresses for a connection: entity id, callback (ACS) and metadata (contract/13-sso). */
export function samlAddresses(connectionId: string) {
  const base = `${appUrl}/sso/saml/${connectionId}`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` }
}

/**
 * The callback address for OpenID Connect providers that name themselves in each answer (RFC 9207).
 *
 * @internal
 */
export const OIDC_SHARED_URI = `${appUrl}/sso/oidc/callback`

/**
 * The callback address for the OpenID Connect provider of an org. A provider that does not name itself in its answers
 * gets a separate address per org, so that an answer of one provider is never taken for that of another.
 */
export function oidcRedirectUri({ orgId, settings }: Pick<SsoConnection, 'orgId' | 'settings'>): string {
  return settings.oidc?.namesItself ? OIDC_SHARED_URI : `${OIDC_SHARED_URI}/${orgId}`
}
