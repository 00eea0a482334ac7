import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requireProduct, requirePermission, keyScope } from './api_key_guard.js'
import type { RequiredPermission } from '#catalog/rules/permissions'
import { viewOfKey } from './view.js'
import type { Described } from '#http/described'
import { orgSuspended } from '#kernel/refusals/refusals'
import { uuidParam } from '#http/path'

export type ApiKeyOptions = {
  /** The permission that the route requires; introspection requires none. */
  permission?: RequiredPermission
}

/**
 * Requires an API key with a permission, bound to the product of the path if the path has one
 * (interface#52-api-key-scopes). FORBIDDEN for another product and for a suspended org; PERMISSION_DENIED names the
 * missing permission.
 */
export default class ApiKeyMiddleware {
  static describe({ permission }: ApiKeyOptions = {}): Described {
    return {
      credentials: ['apiKey', 'apiKeyBearer'],
      permission,
      refuses: [
        ...(['UNAUTHORIZED', 'API_KEY_NO_PERMISSIONS'] as const),
        'FORBIDDEN',
        ...(permission ? (['PERMISSION_DENIED'] as const) : []),
      ],
    }
  }

  async handle(ctx: HttpContext, next: NextFn, { permission }: ApiKeyOptions = {}) {
    const key = await ctx.auth.use('apiKey').authenticate()
    if (key.suspended) throw orgSuspended()
    if ('productId' in ctx.params) requireProduct(key, uuidParam(ctx, 'productId'))
    if (permission) requirePermission(key, permission)
    ctx.requiredPermission = permission
    ctx.scope = keyScope(key)
    ctx.sees = viewOfKey(key.permissions)
    return next()
  }
}
