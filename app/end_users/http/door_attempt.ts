import { fromNetwork } from '#kernel/limits/attempt_limits'

/**
 * The subject of the attempts to enter a portal as one end user, by password or mailed code, from the network of the
 * client address `ip`. The email address is lower case.
 */
export function doorAttempt(ip: string, orgId: string, email: string | null): string {
  return fromNetwork(ip, `${orgId} ${email}`)
}
