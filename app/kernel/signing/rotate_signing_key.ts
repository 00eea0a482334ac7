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
 * Creates a new key for response signatures (interface#55-signed-responses). It is published immediately and signs
 * after the overlap, so that every server and verifier knows it by then. The old key stays published.
 */
export default class RotateSigningKey {
  async execute(overlapSeconds: number, now = Date.now()): Promise<PublicSigningKey> {
    return transaction((trx) => insertSigningKey(trx, { signsFrom: now + overlapSeconds * 1000, now }))
  }

  /**
   * Removes a key from the set permanently because it may have leaked: the key `kid`, or by default the one that signs.
   * If it was the one that signs, the key that was published to sign next takes over immediately, or a new key if there
   * is none.
   * @returns the kid of the removed key and of the key that signs now.
   * @throws NOT_FOUND if the key is not in the set.
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

  /**
   * The new key signs from before now, so that a server whose clock is behind uses it immediately: it has no other key.
   * It signs from later than the removed one, which would otherwise count as its successor if it was created later.
   */
  async #replace(trx: Trx, keys: PublicSigningKey[], gone: PublicSigningKey, now: number) {
    const signsFrom = Math.max(now - CLOCK_SKEW * 1000, Math.min(gone.signsFrom + 1, now))
    const spare = spareKey(
      keys.filter((key) => key !== gone),
      now
    )
    if (!spare) return insertSigningKey(trx, { signsFrom, now })
    await setSignsFrom(trx, spare.kid, signsFrom)
    return spare
  }
}
