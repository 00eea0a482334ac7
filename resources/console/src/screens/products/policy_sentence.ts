import type { PartialPolicy } from '../../api/types'
import { counted } from '../../ui/time'

/** Describes in a sentence what a policy means for an end user. */
export function policySentence({
  hwidMode = 'none',
  hwidLimit = 1,
  ipMode = 'none',
  ipLimit = 1,
  regionLimit = 1,
  maxConcurrentSessions = null,
  onSessionLimit = 'deny',
}: PartialPolicy): string {
  const devices = {
    none: 'any number of devices',
    sticky: 'the first device that uses it',
    limit: counted(hwidLimit, 'device'),
  }[hwidMode]
  const addresses = {
    none: 'any IP address',
    sticky: 'the first IP address that uses it',
    limit: counted(ipLimit, 'IP address', 'IP addresses'),
    sticky_region: 'the first region that uses it',
    region_limit: counted(regionLimit, 'region'),
  }[ipMode]
  const full = onSessionLimit === 'deny' ? 'one more is refused' : 'one more ends the oldest one'
  const sessions =
    maxConcurrentSessions === null
      ? 'with any number of concurrent sessions'
      : `with ${counted(maxConcurrentSessions, 'concurrent session')}; ${full}`
  return `A license runs on ${devices}, from ${addresses}, ${sessions}.`
}
