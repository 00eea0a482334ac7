import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { requireProduct, requireScope, scopeOfKey } from './api_key_guard.js'
import type { ApiScope } from '#catalog/rules/scopes'
import { viewOfKey } from './view.js'
import { uuidParam } from '#http/path'

export type ApiKeyOptions = {
  /** The scope that the route needs; none for introspection. */
  scope?: ApiScope
}

/**
 * Asks for an API key with a scope, bound to the product of the path where there is one (interface#52-api-key-scopes):
 * FORBIDDEN for another product, PERMISSION_DENIED naming the missing scope.
 */
export default class ApiKeyMiddleware {
  async handle(ctx: HttpContext, next: NextFn, { scope }: ApiKeyOptions = {}) {
    const key = await ctx.auth.use('apiKey').authenticate()
    if ('productId' in ctx.params) requireProduct(key, uuidParam(ctx, 'productId'))
    if (scope) requireScope(key, scope)
    ctx.neededScope = scope
    ctx.scope = scopeOfKey(key)
    ctx.sees = viewOfKey(key.permissions)
    return next()
  }
}
