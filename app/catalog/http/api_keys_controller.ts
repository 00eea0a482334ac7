import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import CreateApiKey from '#catalog/actions/create_api_key'
import RevokeApiKey from '#catalog/actions/revoke_api_key'
import RotateApiKey from '#catalog/actions/rotate_api_key'
import { originOf } from '#access/origin'
import ListApiKeys from '#catalog/queries/list_api_keys'
import { toApiKey, toIssuedApiKey } from './api_key_transformer.js'
import { ok } from '#http/envelope'
import { apiKeyValidator, expiryDate, rotationValidator } from './api_key_input.js'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'

/** API keys of a product (contract#api-keys, interface#45-runtime-validation-and-introspection). */
export default class ApiKeysController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListApiKeys) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ apiKeys: items.map(toApiKey), nextCursor })
  }

  @inject()
  async store(ctx: HttpContext, createApiKey: CreateApiKey) {
    const { name, permissions, expiresAt } = await apiKeyValidator.validate(ctx.request.body())
    const { orgId, productId } = ctx.scope
    const issued = await createApiKey.execute({
      orgId,
      productId: productId!,
      name,
      permissions,
      expiresAt: expiryDate(expiresAt),
      origin: originOf(ctx),
    })
    ctx.response.status(201)
    return ok({ apiKey: toIssuedApiKey(issued) })
  }

  @inject()
  async rotate(ctx: HttpContext, rotateApiKey: RotateApiKey) {
    const { gracePeriodSeconds = 0 } = await rotationValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'id')
    const issued = await rotateApiKey.execute(ctx.scope, id, gracePeriodSeconds, originOf(ctx))
    return ok({ apiKey: toIssuedApiKey(issued) })
  }

  @inject()
  async destroy(ctx: HttpContext, revokeApiKey: RevokeApiKey) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await revokeApiKey.execute(ctx.scope, uuidParam(ctx, 'id'), originOf(ctx)) })
  }
}
