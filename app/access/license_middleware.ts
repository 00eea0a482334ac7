import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import Refusal from '#kernel/refusals/refusal'
import FindScope from './find_scope.js'
import type { Described } from '#http/described'
import { uuidParam } from '#http/path'
import { enter, tooLow } from './admission.js'
import type { ScopeOptions } from './org_middleware.js'

export type LicenseScopeOptions = ScopeOptions & {
  /** Admits a deleted license too: its timeline keeps the deletion. */
  deleted?: boolean
}

/** Opens routes of one license (`:id`). LICENSE_NOT_FOUND if the user cannot see it (contract#records-by-their-id). */
@inject()
export default class LicenseMiddleware {
  constructor(protected findScope: FindScope) {}

  static describe({ role }: LicenseScopeOptions): Described {
    return { role, refuses: ['LICENSE_NOT_FOUND', 'FORBIDDEN', ...tooLow(role)] }
  }

  async handle(ctx: HttpContext, next: NextFn, { role, deleted }: LicenseScopeOptions) {
    const user = ctx.auth.use('user').getUserOrFail()
    const id = uuidParam(ctx, 'id')
    const access =
      (await this.findScope.ofLicense(user.id, id)) ??
      (deleted ? await this.findScope.ofTimeline(user.id, id) : null)
    if (!access) throw new Refusal('LICENSE_NOT_FOUND')
    await enter(ctx, access, { orgId: access.orgId, role, denial: 'LICENSE_NOT_FOUND' })
    return next()
  }
}
