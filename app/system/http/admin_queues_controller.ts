import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import config from '#config/queue'
import { ok } from '#http/envelope'
import { noParametersValidator } from '#http/strict'
import QueueStatuses from '#system/queue_statuses'

/** The queues, for platform admins, as `queue:status` shows them (contract/01-changes#reads-for-a-console). */
export default class AdminQueuesController {
  @inject()
  async index({ request }: HttpContext, statuses: QueueStatuses) {
    await noParametersValidator.validate(request.qs())
    const queues = (await statuses.execute()).map(([name, status]) => ({ name, ...status }))
    return ok({ backend: config.backend, queues })
  }
}
