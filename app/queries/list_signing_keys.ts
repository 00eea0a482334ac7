import type { PublicSigningKey } from '#domain/signing/keys'
import { publicSigningKeys } from '#services/signing_keys'

/** The public halves of the keys that sign responses, oldest first (interface 5.5). */
export default class ListSigningKeys {
  execute(): PublicSigningKey[] {
    return publicSigningKeys()
  }
}
