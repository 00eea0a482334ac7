import { isSignInPage, type SamlProvider, type SsoCertificate } from './connection.js'

/** The interval between two reads of a provider, and the interval after a failed read. Milliseconds. */
export const READ_AGAIN_EVERY = 24 * 3600 * 1000
export const RETRY_AFTER = 3600 * 1000

/** A SAML provider as its metadata describe it. */
export type ReadProvider = { entityId: string; ssoUrl: string; certificates: SsoCertificate[] }

/** The provider after it was read again. `changed`: it differs from the stored one. */
export type Refreshed = { saml: SamlProvider; certificates: SsoCertificate[]; changed: boolean }

/**
 * Applies metadata that were read again to a connection, or returns why they cannot be used. A refresh never switches
 * to another provider; that needs a PUT. Control over the metadata URL alone must not be enough to move the members.
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
