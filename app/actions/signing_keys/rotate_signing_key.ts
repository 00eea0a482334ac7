import type { PublicSigningKey } from '#domain/signing/keys'
import { insertSigningKey } from '#services/signing_keys'
import { transaction } from '#services/unit_of_work'

/**
 * Makes a new key for response signatures (interface 5.5). It is published at once and signs after the
 * overlap, so that every server and every verifier knows it by then; the old one stays published.
 */
export default class RotateSigningKey {
  async execute(overlapSeconds: number, now = Date.now()): Promise<PublicSigningKey> {
    return transaction((trx) => insertSigningKey(trx, { signsFrom: now + overlapSeconds * 1000, now }))
  }
}
