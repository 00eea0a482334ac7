import type { Millis } from '#kernel/time/millis'
import { ANNOUNCED_BEFORE, type SsoCertificate, type SsoType } from './connection.js'

type Warned = {
  type: SsoType
  certificates: SsoCertificate[]
  /** Sealed; null for SAML, and after the operator lost the key that sealed it. */
  clientSecret: string | null
  enabled: boolean
  enforced: boolean
  hasEmailDomain: boolean
  refreshProblem: string | null
}

/** The warnings about a connection that its org sees. */
export function warningsOf(connection: Warned, now: Millis): string[] {
  const { type, certificates, clientSecret, enabled, enforced, hasEmailDomain, refreshProblem } = connection
  const ended = certificates.filter(({ notAfter }) => notAfter <= now)
  const ending = certificates.filter(({ notAfter }) => notAfter > now && notAfter - now <= ANNOUNCED_BEFORE)
  const named = (one: SsoCertificate) => one.fingerprint.slice(0, 16)
  return [
    ...(enabled ? [] : ['The connection was switched off by the operator: save it again to switch it on']),
    ...(enforced && !hasEmailDomain
      ? [
          'SSO is enforced for nobody, because the org has lost its verified email domain: claim and verify it again',
        ]
      : []),
    ...(type === 'oidc' && clientSecret === null
      ? ['The client secret is missing, so nobody can sign in: save the connection with its secret']
      : []),
    ...ended.map((one) => `The certificate ${named(one)} has expired`),
    ...ending.map((one) => `The certificate ${named(one)} expires within 30 days`),
    ...(refreshProblem === null ? [] : [refreshProblem]),
  ]
}
