import db from '@adonisjs/lucid/services/db'
import type { PublicSigningKey } from '#domain/signing/keys'
import { storedSigningKeys } from '#services/signing_key_store'
import { freshSigningKeys } from '#services/signing_keys'

/**
 * The public halves of the keys that sign responses, oldest first, compromised ones among them
 * (interface#55-signed-responses).
 */
export default class ListSigningKeys {
  /** As this process knows them, for verifiers. */
  execute(): Promise<PublicSigningKey[]> {
    return freshSigningKeys()
  }

  /** As they are stored right now, for operators. */
  async stored(): Promise<PublicSigningKey[]> {
    const keys = await storedSigningKeys(db.connection())
    return keys.map(({ sealedPrivateKey: _sealed, ...key }) => key)
  }
}
