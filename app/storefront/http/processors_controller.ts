import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { originOf } from '#access/origin'
import { ok } from '#http/envelope'
import { uuidParam } from '#http/path'
import { noFieldsValidator, noParametersValidator } from '#http/strict'
import ChangeProcessor from '#storefront/actions/change_processor'
import FindProcessors from '#storefront/queries/find_processors'
import { toProcessor } from './processor_transformer.js'
import { newProcessorValidator, processorPatchValidator } from './processors_input.js'

/** Routes for the payment processors of an org (contract/10-storefront#106-processor-events). */
@inject()
export default class ProcessorsController {
  constructor(protected processors: FindProcessors) {}

  async index({ request, scope }: HttpContext) {
    await noParametersValidator.validate(request.qs())
    return ok({ processors: (await this.processors.all(scope)).map(toProcessor) })
  }

  async show(ctx: HttpContext) {
    return ok({
      processor: toProcessor(await this.processors.byId(ctx.scope, uuidParam(ctx, 'processorId'))),
    })
  }

  @inject()
  async store(ctx: HttpContext, change: ChangeProcessor) {
    const made = await newProcessorValidator.validate(ctx.request.body())
    const processor = await change.create(ctx.scope, made, originOf(ctx))
    ctx.response.status(201)
    return ok({ processor: toProcessor(processor) })
  }

  @inject()
  async update(ctx: HttpContext, change: ChangeProcessor) {
    const id = uuidParam(ctx, 'processorId')
    const patch = await processorPatchValidator.validate(ctx.request.body())
    return ok({ processor: toProcessor(await change.change(ctx.scope, id, patch, originOf(ctx))) })
  }

  @inject()
  async destroy(ctx: HttpContext, change: ChangeProcessor) {
    const id = uuidParam(ctx, 'processorId')
    await noFieldsValidator.validate(ctx.request.body())
    return ok({ id: await change.remove(ctx.scope, id, originOf(ctx)) })
  }
}
