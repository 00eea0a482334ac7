import { isSignInPage, type SamlProvider, type SsoCertificate } from './connection.js'

/** How often a provider is read again, and how soon after it could not be. Milliseconds. */
export const READ_AGAIN_EVERY = 24 * 3600 * 1000
export const RETRY_AFTER = 3600 * 1000

/** A provider of SAML as its metadata describe it. */
export type ReadProvider = { entityId: string; ssoUrl: string; certificates: SsoCertificate[] }

/** What an org keeps after its provider was read again; `changed` if that is not what it had. */
export type Refreshed = { saml: SamlProvider; certificates: SsoCertificate[]; changed: boolean }

/**
 * What becomes of a connection whose provider describes itself so. Only a PUT goes to another provider: whoever holds
 * the address of the metadata alone must not move the members of an org.
 */
export function refreshOf(
  had: { saml: SamlProvider; certificates: SsoCertificate[] },
  { entityId, ssoUrl, certificates }: ReadProvider
): Refreshed | { problem: string } {
  if (entityId !== had.saml.entityId) {
    return { problem: `they describe another provider, ${entityId}: save the connection again to go there` }
  }
  if (!isSignInPage(ssoUrl)) return { problem: 'their address for sign-ins must be an http or https URL' }
  if (certificates.length === 0) return { problem: 'they have no certificate' }
  const changed = ssoUrl !== had.saml.ssoUrl || printsOf(certificates) !== printsOf(had.certificates)
  return { saml: { ...had.saml, ssoUrl }, certificates, changed }
}

function printsOf(certificates: SsoCertificate[]): string {
  return certificates
    .map(({ fingerprint }) => fingerprint)
    .sort()
    .join(' ')
}
