import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { ownAddress } from '#http/own_address'
import { limitQuery } from '#http/page'
import { noFieldsValidator } from '#http/strict'
import SetUpSso from '#sso/actions/set_up_sso'
import StartSso from '#sso/actions/start_sso'
import FindConnection from '#sso/queries/find_connection'
import ListLogins from '#sso/queries/list_logins'
import { ssoTestValidator, ssoValidator } from './sso_input.js'
import { toConnection, toSsoLogin } from './sso_transformer.js'

/** Manages the SSO connection of an org (contract/13-sso#131-setup-owner). */
export default class SsoConnectionsController {
  @inject()
  async show({ scope }: HttpContext, find: FindConnection) {
    return ok({ connection: toConnection(await find.needed(scope.orgId)) })
  }

  @inject()
  async update(ctx: HttpContext, setUp: SetUpSso) {
    const input = await ssoValidator.validate(ctx.request.body())
    return ok({ connection: toConnection(await setUp.execute(ctx.scope, input, originOf(ctx))) })
  }

  @inject()
  async destroy(ctx: HttpContext, setUp: SetUpSso) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await setUp.remove(ctx.scope, originOf(ctx)) })
  }

  @inject()
  async test({ auth, request, scope }: HttpContext, start: StartSso) {
    const { redirectUri } = await ssoTestValidator.validate(request.body())
    const tester = auth.use('user').getUserOrFail().id
    return ok({ redirectUrl: await start.test(scope.orgId, tester, ownAddress(redirectUri)) })
  }

  @inject()
  async logins({ request, scope }: HttpContext, list: ListLogins) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ logins: items.map(toSsoLogin), nextCursor })
  }
}
