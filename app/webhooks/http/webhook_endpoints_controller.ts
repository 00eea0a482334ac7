import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateEndpoint from '#webhooks/actions/create_endpoint'
import DeleteEndpoint from '#webhooks/actions/delete_endpoint'
import RotateSecret from '#webhooks/actions/rotate_secret'
import UpdateEndpoint from '#webhooks/actions/update_endpoint'
import { originOf } from '#access/origin'
import Endpoints from '#webhooks/queries/endpoints'
import { ok } from '#http/envelope'
import { toEndpoint, toEndpointWithSecret } from './webhook_transformer.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { endpointChangesValidator, endpointValidator } from './webhooks_input.js'

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
