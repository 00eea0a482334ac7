import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { limitQuery } from '#http/page'
import { uuidParam } from '#http/path'
import { noFieldsValidator } from '#http/strict'
import ClaimDomain from '#orgs/actions/claim_domain'
import VerifyDomain from '#orgs/actions/verify_domain'
import ListDomains from '#orgs/queries/list_domains'
import { domainValidator } from './domain_input.js'
import { toDomain } from './domain_transformer.js'

/** Domains of an org (contract/10-storefront#101-domains). */
export default class DomainsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListDomains) {
    const { items, nextCursor } = await list.execute(scope, await limitQuery(request.qs()))
    return ok({ domains: items.map(toDomain), nextCursor })
  }

  @inject()
  async show(ctx: HttpContext, list: ListDomains) {
    return ok({ domain: toDomain(await list.byId(ctx.scope, uuidParam(ctx, 'domainId'))) })
  }

  @inject()
  async store(ctx: HttpContext, claim: ClaimDomain) {
    const { hostname, purpose } = await domainValidator.validate(ctx.request.body())
    const domain = await claim.execute(ctx.scope, hostname, purpose, originOf(ctx))
    ctx.response.status(201)
    return ok({ domain: toDomain(domain) })
  }

  @inject()
  async verify(ctx: HttpContext, verifyDomain: VerifyDomain) {
    await noFieldsValidator.validate(ctx.request.body())
    const id = uuidParam(ctx, 'domainId')
    return ok({ domain: toDomain(await verifyDomain.execute(ctx.scope, id, originOf(ctx))) })
  }

  @inject()
  async destroy(ctx: HttpContext, claim: ClaimDomain) {
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await claim.remove(ctx.scope, uuidParam(ctx, 'domainId'), originOf(ctx)) })
  }
}
