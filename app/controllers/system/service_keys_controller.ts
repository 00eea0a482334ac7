import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListSigningKeys from '#queries/list_signing_keys'
import { toServiceKey } from '#transformers/signing_key_transformer'

/** GET /.well-known/service-keys.json: a key set as verifiers read it, without the envelope (contract 4). */
export default class ServiceKeysController {
  @inject()
  show(_ctx: HttpContext, list: ListSigningKeys) {
    const keys = list.execute()
    return { keys: keys.map((key) => toServiceKey(key, keys, Date.now())) }
  }
}
