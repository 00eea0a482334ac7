import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import ListApiKeys from '#queries/list_api_keys'
import { toApiKey } from '#transformers/api_key_transformer'
import { limitQuery } from '#validators/page'

/** What an API key may know of itself and of its siblings (interface#45-runtime-validation-and-introspection). */
export default class IntrospectionsController {
  /** GET /v1/whoami */
  show({ auth }: HttpContext) {
    const { id, productId, orgId, permissions } = auth.use('apiKey').getUserOrFail()
    return ok({ apiKeyId: id, productId, orgId, permissions })
  }

  /** GET /v1/products/:productId/api-keys */
  @inject()
  async index({ request, scope }: HttpContext, list: ListApiKeys) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ apiKeys: items.map(toApiKey), nextCursor })
  }
}
