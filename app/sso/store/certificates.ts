import { X509Certificate } from 'node:crypto'
import type { SsoCertificate } from '#sso/rules/connection'

/** The smallest accepted key sizes, in bits. */
const LEAST = { rsa: 2048, ec: 256 }

const CURVES: Record<string, number> = { prime256v1: 256, secp384r1: 384, secp521r1: 521 }

const NONE = 'must be one X.509 certificate as PEM'

/** Reads a certificate whose key is strong enough to check signatures, or returns the problem. Ignores its dates. */
export function certificateOf(pem: string): SsoCertificate | { problem: string } {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----/g) ?? []
  const read = blocks.length === 1 && pem.length <= 16_384 ? readCertificate(pem) : null
  if (!read) return { problem: NONE }
  const { certificate, key, notAfter } = read
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'rsa' ? (details?.modulusLength ?? 0) < LEAST.rsa : true) {
    if (type === 'rsa') return { problem: `must have an RSA key of ${LEAST.rsa} bits or more` }
    if (type !== 'ec') return { problem: 'must have a key of RSA or ECDSA' }
    if ((CURVES[details?.namedCurve ?? ''] ?? 0) < LEAST.ec) {
      return { problem: `must have an EC key of ${LEAST.ec} bits or more` }
    }
  }
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    pem: certificate.toString(),
    notAfter,
  }
}

/** Null for an invalid certificate. The constructor does not check the key and the dates, so they are read here. */
function readCertificate(pem: string) {
  try {
    const certificate = new X509Certificate(pem)
    const notAfter = Date.parse(certificate.validTo)
    return Number.isNaN(notAfter) ? null : { certificate, key: certificate.publicKey, notAfter }
  } catch {
    return null
  }
}
