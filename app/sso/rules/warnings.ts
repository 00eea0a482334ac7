import type { Millis } from '#kernel/time/millis'
import { ANNOUNCED_BEFORE, type SsoCertificate } from './connection.js'

type Warned = { certificates: SsoCertificate[]; enabled: boolean; refreshProblem: string | null }

/** The warnings about a connection that its org sees. */
export function warningsOf({ certificates, enabled, refreshProblem }: Warned, now: Millis): string[] {
  const ended = certificates.filter(({ notAfter }) => notAfter <= now)
  const ending = certificates.filter(({ notAfter }) => notAfter > now && notAfter - now <= ANNOUNCED_BEFORE)
  const named = (one: SsoCertificate) => one.fingerprint.slice(0, 16)
  return [
    ...(enabled ? [] : ['The connection was switched off by the operator: save it again to switch it on']),
    ...ended.map((one) => `The certificate ${named(one)} has expired`),
    ...ending.map((one) => `The certificate ${named(one)} expires within 30 days`),
    ...(refreshProblem === null ? [] : [refreshProblem]),
  ]
}
