const isOfCertificate = (text: string) => /-----|^[A-Za-z0-9+/=]{40,}$/m.test(text.replaceAll('\r', ''))

/**
 * Returns the PEM certificates in a text, where there may be several, one below the other, with lines of tools between
 * them. What is a part of a certificate, or all there is, stands among them, so that the service refuses it: half a
 * certificate must not be dropped without a word.
 */
export function certificatesOf(text: string): string[] {
  const parts = text
    .split(/(-----BEGIN[^]+?-----END[^-]+-----)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const certificates = parts.filter(isOfCertificate)
  return certificates.length > 0 ? certificates : parts
}
