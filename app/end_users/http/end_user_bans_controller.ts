import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { requirePermissions } from '#access/api_key_guard'
import BanEndUser from '#end_users/actions/ban_end_user'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import { suspendKind } from '#operations/kinds/suspend'
import { operationViewOf, toOperation } from '#operations/http/operation_transformer'
import { toFullEndUser } from './end_user_transformer.js'
import { banValidator } from './person_input.js'

/** Bans end users, lifts bans and signs end users out (contract/09-end-users#96-the-merchants-side). */
@inject()
export default class EndUserBansController {
  constructor(protected bans: BanEndUser) {}

  /** An API key suspends only licenses of its own product, and needs the permission for that as well. */
  async ban(ctx: HttpContext) {
    const id = uuidParam(ctx, 'endUserId')
    const ban = await banValidator.validate(ctx.request.body())
    if (ban.suspendLicenses) requirePermissions(ctx, [suspendKind.bulk!.permission])
    const { endUser, operation } = await this.bans.ban(ctx.scope, id, ban, originOf(ctx))
    return ok({
      endUser: toFullEndUser(endUser),
      ...(operation && { operation: toOperation(operation, operationViewOf(ctx)) }),
    })
  }

  async unban(ctx: HttpContext) {
    const id = uuidParam(ctx, 'endUserId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ endUser: toFullEndUser(await this.bans.unban(ctx.scope, id, originOf(ctx))) })
  }

  /** Ends all sign-ins. */
  async signOut(ctx: HttpContext) {
    const id = uuidParam(ctx, 'endUserId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ revoked: await this.bans.signOut(ctx.scope, id, originOf(ctx)) })
  }
}
