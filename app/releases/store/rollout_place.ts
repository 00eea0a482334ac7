import { hash } from 'node:crypto'

/**
 * The place of a license in the rollout of a release, 0 to 99: SHA-256 of both ids, one after the other, as a number,
 * modulo 100 (contract/12-releases#122-who-may-have-what). It is the same wherever it is asked, and each release has its own
 * order, so the same people are not always the first.
 */
export function rolloutPlace(licenseId: string, releaseId: string): number {
  return Number(BigInt(`0x${hash('sha256', licenseId + releaseId)}`) % 100n)
}
