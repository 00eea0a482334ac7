import { hash } from 'node:crypto'

/**
 * The place of a license in the rollout of a release, 0 to 99: the SHA-256 of both ids concatenated, as a number,
 * modulo 100 (contract/12-releases#122-who-may-have-what). Every process computes the same place. Each release has its
 * own order, so the same end users are not always first.
 */
export function rolloutPlace(licenseId: string, releaseId: string): number {
  return Number(BigInt(`0x${hash('sha256', licenseId + releaseId)}`) % 100n)
}
