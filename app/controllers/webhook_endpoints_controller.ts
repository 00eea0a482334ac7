import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateEndpoint from '#actions/webhooks/create_endpoint'
import DeleteEndpoint from '#actions/webhooks/delete_endpoint'
import RotateSecret from '#actions/webhooks/rotate_secret'
import UpdateEndpoint from '#actions/webhooks/update_endpoint'
import { invalidField } from '#exceptions/refusal'
import { originOf } from '#middleware/origin'
import Endpoints from '#queries/webhooks/endpoints'
import { ok } from '#transformers/envelope'
import { toEndpoint, toEndpointWithSecret } from '#transformers/webhook_transformer'
import { limitQuery } from '#validators/page'
import { uuidParam } from '#validators/path'
import { noFieldsValidator } from '#validators/strict'
import { endpointChangesValidator, endpointValidator } from '#validators/webhooks'

/** The webhook endpoints of a product (interface#47-webhook-management, contract#endpoints). */
export default class WebhookEndpointsController {
  @inject()
  async index({ request, scope }: HttpContext, endpoints: Endpoints) {
    const { items, nextCursor } = await endpoints.list(scope, await limitQuery(request.qs()))
    return ok({ endpoints: items.map(toEndpoint), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, create: CreateEndpoint) {
    const fields = await endpointValidator.validate(ctx.request.body())
    const endpoint = await create.execute(ctx.scope, fields, originOf(ctx))
    ctx.response.status(201)
    return ok({ endpoint: toEndpointWithSecret(endpoint) })
  }

  @inject()
  async update(ctx: HttpContext, update: UpdateEndpoint) {
    const id = uuidParam(ctx, 'endpointId')
    const changes = await endpointChangesValidator.validate(ctx.request.body())
    if (Object.values(changes).every((value) => value === undefined)) {
      throw invalidField('body', 'Send at least one of url, events, enabled and payload')
    }
    return ok({ endpoint: toEndpoint(await update.execute(ctx.scope, id, changes, originOf(ctx))) })
  }

  @inject()
  async rotateSecret(ctx: HttpContext, rotate: RotateSecret) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'endpointId')
    const endpoint = await rotate.execute(ctx.scope, id, originOf(ctx))
    return ok({ endpoint: toEndpointWithSecret(endpoint) })
  }

  @inject()
  async destroy(ctx: HttpContext, remove: DeleteEndpoint) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'endpointId')
    await remove.execute(ctx.scope, id, originOf(ctx))
    return ok({ id })
  }
}
