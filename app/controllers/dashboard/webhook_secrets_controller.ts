import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import RotateSecret from '#actions/webhooks/rotate_secret'
import { ok } from '#exceptions/envelope'
import { uuidParam } from '#middleware/org_middleware'
import { originOf } from '#middleware/origin'
import { toEndpointWithSecret } from '#transformers/webhook_transformer'
import { noFieldsValidator } from '#validators/strict'

/** POST .../:endpointId/rotate-secret (contract#endpoints). */
export default class WebhookSecretsController {
  @inject()
  async store(ctx: HttpContext, rotate: RotateSecret) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'endpointId')
    const endpoint = await rotate.execute(ctx.scope, id, originOf(ctx))
    return ok({ endpoint: toEndpointWithSecret(endpoint) })
  }
}
