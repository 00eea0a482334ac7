import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#http/envelope'
import Refusal from '#kernel/refusals/refusal'
import { explainDownloads } from '#releases/queries/explain_downloads'
import { explainValidator, wishOf } from './updates_input.js'
import { toExplained } from './update_transformer.js'

/** Explains which release would be offered and why the others would not (contract/12-releases#124-update-feeds). */
export default class ExplanationsController {
  async show({ request, scope }: HttpContext) {
    const { licenseId, ...asked } = await explainValidator.validate(request.qs())
    const found = await explainDownloads(scope.productId!, licenseId ?? null, wishOf(asked), Date.now())
    if (!found) throw new Refusal('LICENSE_NOT_FOUND')
    const releases = found.map(({ release, reason }) => toExplained(release, reason))
    return ok({ offered: releases.find(({ reason }) => reason === null) ?? null, releases })
  }
}
