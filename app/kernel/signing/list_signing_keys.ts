import db from '@adonisjs/lucid/services/db'
import type { PublicSigningKey } from './keys.js'
import { storedSigningKeys } from './signing_key_store.js'
import { freshSigningKeys } from './signing_keys.js'

/**
 * Lists the public halves of the keys that sign responses, oldest first, including compromised ones
 * (interface#55-signed-responses).
 */
export default class ListSigningKeys {
  /** Returns the keys as this process knows them, for verifiers. */
  execute(): Promise<PublicSigningKey[]> {
    return freshSigningKeys()
  }

  /** Returns the keys as they are stored right now, for operators. */
  async stored(): Promise<PublicSigningKey[]> {
    const keys = await storedSigningKeys(db.connection())
    return keys.map(({ sealedPrivateKey: _sealed, ...key }) => key)
  }
}
