import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { noFieldsValidator } from '#http/strict'
import SetUpStorefront from '#storefront/actions/set_up_storefront'
import FindStorefront from '#storefront/queries/find_storefront'
import { storefrontValidator } from './storefront_input.js'
import { toStorefront } from './storefront_transformer.js'

/** Routes for the storefront of an org, used by its merchant (contract/10-storefront#102-setup). */
export default class StorefrontsController {
  @inject()
  async show({ scope }: HttpContext, find: FindStorefront) {
    return ok({ storefront: toStorefront(await find.ofOrg(scope.orgId)) })
  }

  @inject()
  async update(ctx: HttpContext, setUp: SetUpStorefront) {
    const asked = await storefrontValidator.validate(ctx.request.body())
    const { storefront, isNew } = await setUp.execute(ctx.scope, asked, originOf(ctx))
    if (isNew) ctx.response.status(201)
    return ok({ storefront: toStorefront(storefront) })
  }

  @inject()
  async destroy(ctx: HttpContext, setUp: SetUpStorefront) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await setUp.remove(ctx.scope, originOf(ctx)) })
  }
}
