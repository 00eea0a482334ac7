import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListSigningKeys from '#kernel/signing/list_signing_keys'
import { toServiceKeys } from '#runtime/http/signing_key_transformer'

/**
 * GET /.well-known/service-keys.json: a key set as verifiers read it, without the envelope (contract#signed-responses).
 */
export default class ServiceKeysController {
  @inject()
  async show({ response }: HttpContext, list: ListSigningKeys) {
    // Programs and pages of any origin use these keys to verify responses (contract/01-changes#meaning).
    response.header('cache-control', 'public, max-age=60').header('access-control-allow-origin', '*')
    return toServiceKeys(await list.execute(), Date.now())
  }
}
