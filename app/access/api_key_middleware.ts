import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requireProduct, requirePermission, keyScope } from './api_key_guard.js'
import type { RequiredPermission } from '#catalog/rules/permissions'
import { viewOfKey } from './view.js'
import type { Described, RouteFacts } from '#http/described'
import { uuidParam } from '#http/path'

export type ApiKeyOptions = {
  /** The permission that the route needs; none for introspection. */
  permission?: RequiredPermission
}

/**
 * Asks for an API key with a permission, bound to the product of the path where there is one (interface#52-api-key-scopes):
 * FORBIDDEN for another product, PERMISSION_DENIED naming the missing permission.
 */
export default class ApiKeyMiddleware {
  static describe({ permission }: ApiKeyOptions = {}, { pattern }: RouteFacts): Described {
    const ofProduct = pattern.includes('/:productId')
    return {
      credentials: ['apiKey', 'apiKeyBearer'],
      permission,
      refuses: [
        ...(['UNAUTHORIZED', 'API_KEY_NO_PERMISSIONS'] as const),
        ...(ofProduct ? (['FORBIDDEN'] as const) : []),
        ...(permission ? (['PERMISSION_DENIED'] as const) : []),
      ],
    }
  }

  async handle(ctx: HttpContext, next: NextFn, { permission }: ApiKeyOptions = {}) {
    const key = await ctx.auth.use('apiKey').authenticate()
    if ('productId' in ctx.params) requireProduct(key, uuidParam(ctx, 'productId'))
    if (permission) requirePermission(key, permission)
    ctx.requiredPermission = permission
    ctx.scope = keyScope(key)
    ctx.sees = viewOfKey(key.permissions)
    return next()
  }
}
