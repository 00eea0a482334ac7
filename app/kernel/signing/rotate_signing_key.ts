import { CLOCK_SKEW } from './canonical_string.js'
import { signingKeyAt, spareKey, type PublicSigningKey } from './keys.js'
import Refusal from '#kernel/refusals/refusal'
import {
  insertSigningKey,
  lockSigningKeys,
  markCompromised,
  setSignsFrom,
  storedSigningKeys,
} from './signing_key_store.js'
import { transaction, type Trx } from '#kernel/database/unit_of_work'

/**
 * Makes a new key for response signatures (interface#55-signed-responses). It is published at once and signs after the
 * overlap, so that every server and every verifier knows it by then; the old one stays published.
 */
export default class RotateSigningKey {
  async execute(overlapSeconds: number, now = Date.now()): Promise<PublicSigningKey> {
    return transaction((trx) => insertSigningKey(trx, { signsFrom: now + overlapSeconds * 1000, now }))
  }

  /**
   * Takes a key out of the set for good, because somebody else may have it: `kid`, or the one that signs. Where it was
   * the one that signs, the key that was published to sign next takes its place at once, else a new one.
   * @returns the key that was taken out and the one that signs now.
   * @throws NOT_FOUND for a kid that is not in the set.
   */
  async compromised(kid: string | undefined, now = Date.now()) {
    return transaction(async (trx) => {
      await lockSigningKeys(trx)
      const keys = (await storedSigningKeys(trx)).filter(({ compromisedAt }) => compromisedAt === null)
      const current = signingKeyAt(keys, now)
      const gone = kid === undefined ? current : keys.find((key) => key.kid === kid)
      if (!gone) {
        const message = 'No such key in the set: see npm run ace -- signing-key:list'
        throw new Refusal('NOT_FOUND', { message })
      }
      await markCompromised(trx, gone.kid, now)
      const signs = current && current !== gone ? current : await this.#replace(trx, keys, gone, now)
      return { compromised: gone.kid, signs: signs.kid }
    })
  }

  /** A server whose clock is behind must sign with it at once too: it has no other. */
  async #replace(trx: Trx, keys: PublicSigningKey[], gone: PublicSigningKey, now: number) {
    const signsFrom = Math.max(now - CLOCK_SKEW * 1000, Math.min(gone.signsFrom, now))
    const spare = spareKey(
      keys.filter((key) => key !== gone),
      now
    )
    if (!spare) return insertSigningKey(trx, { signsFrom, now })
    await setSignsFrom(trx, spare.kid, signsFrom)
    return spare
  }
}
