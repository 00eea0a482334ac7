import type { HttpContext } from '@adonisjs/core/http'
import AuthorizeLicense from '#actions/runtime/authorize_license'
import { normalizeAddress } from '#domain/network/address'
import { invalidField } from '#exceptions/refusal'
import { toAllowance, toDenial } from '#transformers/authorization_transformer'
import { authorizeValidator } from '#validators/runtime'
import { calledProduct } from './called_product.js'

const authorize = new AuthorizeLicense()

/** POST /v1/licenses/authorize (interface 4.5, 7.1; contract 4). */
export default class AuthorizationsController {
  async store(ctx: HttpContext) {
    const { productId, licenseKey, hwid, ip, sessionId } = await authorizeValidator.validate(
      ctx.request.body()
    )
    const outcome = await authorize.execute(ctx.scope, {
      productId: calledProduct(ctx, productId),
      licenseKey,
      hwid: hwid ?? null,
      ip: addressOf(ctx, ip ?? null),
      sessionId: sessionId ?? null,
    })
    const { response } = ctx
    response.header('content-type', 'application/json; charset=utf-8')
    if (!outcome.allow) return response.status(403).send(toDenial(outcome.reason))
    return response.send(toAllowance(outcome))
  }
}

/** The address that the program names, else the one that it calls from, as the trusted proxies tell it. */
function addressOf({ limits }: HttpContext, sent: string | null): string {
  const address = normalizeAddress(sent ?? limits.address)
  if (address === null) throw invalidField('ip', 'ip must be an IPv4 or IPv6 address')
  return address
}
