import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Refusal from '#kernel/refusals/refusal'
import FindScope from './find_scope.js'
import type { Described } from '#http/described'
import { uuidParam } from '#http/path'
import { enter, tooLow } from './admission.js'
import type { ScopeOptions } from './org_middleware.js'

/**
 * Opens dashboard routes of one product (`:productId`). PRODUCT_NOT_FOUND if the user cannot see it
 * (contract#records-by-their-id).
 */
@inject()
export default class ProductMiddleware {
  constructor(protected findScope: FindScope) {}

  static describe({ role }: ScopeOptions): Described {
    return { role, refuses: ['PRODUCT_NOT_FOUND', 'FORBIDDEN', ...tooLow(role)] }
  }

  async handle(ctx: HttpContext, next: NextFn, { role }: ScopeOptions) {
    const user = ctx.auth.use('user').getUserOrFail()
    const access = await this.findScope.ofProduct(user.id, uuidParam(ctx, 'productId'))
    if (!access) throw new Refusal('PRODUCT_NOT_FOUND')
    await enter(ctx, access, { orgId: access.orgId, role, denial: 'PRODUCT_NOT_FOUND' })
    ctx.scope = { ...ctx.scope, productId: access.productId }
    return next()
  }
}
