import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import PlanErasure from '#end_users/actions/plan_erasure'
import { ok } from '#http/envelope'
import { noFieldsValidator } from '#http/strict'
import { countAttempt, countedAttempt, forgetAttempts, fromNetwork } from '#kernel/limits/attempt_limits'
import Refusal from '#kernel/refusals/refusal'
import { iso } from '#kernel/time/iso'
import OpenOwnTicket from '#support/actions/open_own_ticket'
import { toTicket } from '#support/http/ticket_transformer'
import { confirmErasureValidator } from './erasure_input.js'

/** The ticket that asks the merchant for the erasure. */
const REQUEST = {
  subject: 'Erase my account',
  body: 'Please erase my account and everything personal that you keep about me.',
}

/** Erasure at the end user's own request (contract/09-end-users#94-the-end-user-himself-eu). */
@inject()
export default class OwnErasuresController {
  constructor(
    protected plan: PlanErasure,
    protected open: OpenOwnTicket
  ) {}

  /**
   * Mails a code, or opens a ticket if the portal leaves erasures to the merchant. Attempt limits are checked before
   * the body.
   */
  store(ctx: HttpContext) {
    return ctx.portal.erasure === 'self' ? this.startByCode(ctx) : this.request(ctx)
  }

  async confirm({ endUserId, portal, request, scope }: HttpContext) {
    if (portal.erasure !== 'self') {
      throw new Refusal('FORBIDDEN', { message: 'The merchant has switched this off' })
    }
    const attempt = fromNetwork(request.ip(), `erasure ${endUserId}`)
    await countAttempt('endUserLogin', attempt)
    const { challengeToken, code } = await confirmErasureValidator.validate(request.body())
    const dueAt = await this.plan.confirm({ orgId: scope.orgId, endUserId }, challengeToken, code)
    await forgetAttempts('endUserLogin', attempt)
    return ok({ erasure: { dueAt: iso(dueAt) } })
  }

  async destroy({ endUserId, request, scope }: HttpContext) {
    await noFieldsValidator.validate(request.body())
    await this.plan.callOff({ orgId: scope.orgId, endUserId })
    return ok({ id: endUserId })
  }

  /** The response of `store` if the portal's `erasure` is `self`. */
  async startByCode({ endUserId, request, response, scope }: HttpContext) {
    const started = await countedAttempt('endUserMail', `erasure ${endUserId}`, async () => {
      await noFieldsValidator.validate(request.body())
      return this.plan.start({ orgId: scope.orgId, endUserId })
    })
    response.status(202)
    return ok(started)
  }

  /** The response of `store` if the portal's `erasure` is `request`. A request that is still open is not repeated. */
  async request({ endUserId, request, response, scope }: HttpContext) {
    const { ticket, opened } = await countedAttempt('tickets', endUserId, async () => {
      await noFieldsValidator.validate(request.body())
      return this.open.once(scope, REQUEST)
    })
    response.status(opened ? 201 : 200)
    return ok({ ticket: toTicket(ticket) })
  }
}
