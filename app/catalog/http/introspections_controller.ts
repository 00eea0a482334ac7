import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#http/envelope'

/** GET /v1/whoami: shows an API key its own ids and permissions (interface#45-runtime-validation-and-introspection). */
export default class IntrospectionsController {
  show({ auth }: HttpContext) {
    const { id, productId, orgId, permissions } = auth.use('apiKey').getUserOrFail()
    return ok({ apiKeyId: id, productId, orgId, permissions })
  }
}
