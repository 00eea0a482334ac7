import { hash } from 'node:crypto'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import type { Described } from '#http/described'
import { namesTag } from '#kernel/files/http_range'
import Refusal from '#kernel/refusals/refusal'
import FindShop from '#storefront/queries/find_shop'
import { comparedHostname } from '#storefront/rules/hostname'
import { shopPage } from './shop_page.js'

/** Answers `GET /` with the shop page if the host belongs to a storefront. For other hosts, the route answers. */
@inject()
export default class ShopPageMiddleware {
  static describe(): Described {
    return { refuses: ['STOREFRONT_NOT_FOUND', 'FORBIDDEN'] }
  }

  constructor(protected shops: FindShop) {}

  /**
   * @throws Refusal STOREFRONT_NOT_FOUND if the org of the host has no visible storefront; FORBIDDEN if it is
   *   suspended.
   */
  async handle({ request, response }: HttpContext, next: NextFn) {
    const host = comparedHostname(request.host() ?? '')
    const shop = host === null ? null : await this.shops.byHostname(host).catch(unlessUnknown)
    if (!shop) return next()
    const { html, policy } = shopPage(shop)
    const tag = `"${hash('sha256', html, 'base64url').slice(0, 22)}"`
    response.header('content-security-policy', policy).header('referrer-policy', 'no-referrer')
    response.header('etag', tag).header('cache-control', 'public, max-age=60').header('vary', 'host')
    if (namesTag(request.header('if-none-match'), tag)) return response.status(304).send(null)
    response.header('content-type', 'text/html; charset=utf-8').header('x-content-type-options', 'nosniff')
    return response.send(html)
  }
}

/** Returns null if no org has the host: it is a host of the service itself. */
function unlessUnknown(error: unknown): null {
  if (error instanceof Refusal && error.code === 'ORG_NOT_FOUND') return null
  throw error
}
