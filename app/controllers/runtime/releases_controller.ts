import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ReleaseSession from '#actions/runtime/release_session'
import { ok } from '#exceptions/envelope'
import { releaseValidator } from '#validators/runtime'
import { calledProduct } from './called_product.js'

/** POST /v1/licenses/release (contract 4). */
export default class ReleasesController {
  @inject()
  async store(ctx: HttpContext, release: ReleaseSession) {
    const { productId, licenseKey, sessionId } = await releaseValidator.validate(ctx.request.body())
    calledProduct(ctx, productId)
    await release.execute(ctx.scope, { licenseKey, sessionId })
    return ok({ id: sessionId })
  }
}
