import { iso } from '#kernel/time/iso'
import type { SsoConnection } from '#sso/queries/find_connection'
import type { SsoLogin } from '#sso/queries/list_logins'
import { oidcRedirectUri, samlAddresses } from '#sso/store/sso_addresses'
import { warningsOf } from '#sso/rules/warnings'

/** Transforms the connection of an org, without its client secret (contract/13-sso#131-setup-owner). */
export function toConnection(connection: SsoConnection, now = Date.now()) {
  const { id, type, settings, enforced, enabled, lastTest, certificates, createdAt, updatedAt } = connection
  const { saml, oidc, ...rest } = settings
  const acsUrl = type === 'saml' ? samlAddresses(id).acsUrl : oidcRedirectUri(connection)
  const client = oidc && { issuer: oidc.issuer, clientId: oidc.clientId }
  const { entityId, metadataUrl } = samlAddresses(id)
  return {
    ...{ id, type, saml, oidc: client, ...rest, enforced, enabled },
    groupRoles: rest.groupRoles as Record<string, unknown>,
    ...{ entityId, acsUrl, metadataUrl },
    certificates: certificates.map(({ fingerprint, notAfter }) => ({ fingerprint, notAfter: iso(notAfter) })),
    lastTest: lastTest && { at: iso(lastTest.at), ok: lastTest.ok, reason: lastTest.reason },
    warnings: warningsOf(connection, now),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}

/** Transforms an entry of the sign-in log. */
export function toSsoLogin({ createdAt, ...login }: SsoLogin) {
  return { ...login, createdAt: iso(createdAt) }
}
