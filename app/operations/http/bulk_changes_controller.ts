import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import StartBulkChange from '#operations/actions/start_bulk_change'
import type { OperationType } from '#operations/rules/operation'
import { bulkBody } from './operations_input.js'
import { accepted } from './accepted.js'

/** Starts changes of many licenses and answers 202 (interface#bulk-changes, contract#bulk-requests). */
@inject()
export default class BulkChangesController {
  constructor(protected start: StartBulkChange) {}

  freeze(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.freeze')
  }

  unfreeze(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.unfreeze')
  }

  revoke(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.revoke')
  }

  unrevoke(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.unrevoke')
  }

  extend(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.extend')
  }

  destroy(ctx: HttpContext) {
    return this.#accept(ctx, 'licenses.delete')
  }

  async #accept(ctx: HttpContext, type: OperationType) {
    const body = await bulkBody(type, ctx.request.body())
    return accepted(ctx, await this.start.execute(ctx.scope, type, body))
  }
}
