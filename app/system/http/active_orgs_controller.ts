import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { assertMayChoose } from '#access/admission'
import FindScope from '#access/find_scope'
import SetActiveOrg from '#orgs/actions/set_active_org'
import { LICENSE_STATUSES, type LicenseStatus } from '#licensing/rules/license'
import CountLicenses from '#licensing/queries/count_licenses'
import Memberships from '#orgs/queries/memberships'
import ListOperations from '#operations/queries/list_operations'
import FindWebhookHealth from '#webhooks/queries/webhook_health'
import { ok } from '#http/envelope'
import { operationViewOf, toOperation } from '#operations/http/operation_transformer'
import { toOrg } from '#orgs/http/org_transformer'
import { activeOrgValidator } from '#orgs/http/org_input'

const RECENT = 10

/** The user's active org (interface#41-session-and-user, contract#active-org). */
export default class ActiveOrgsController {
  /** POST /v1/dashboard/active-org. @throws Refusal ORG_NOT_FOUND, FORBIDDEN */
  @inject()
  async store(ctx: HttpContext, findScope: FindScope, setActiveOrg: SetActiveOrg, memberships: Memberships) {
    const { orgId } = await activeOrgValidator.validate(ctx.request.body())
    const { id } = ctx.auth.use('user').getUserOrFail()
    await assertMayChoose(ctx, findScope, orgId)
    await setActiveOrg.execute(id, orgId)
    return ok({ org: toOrg((await memberships.active(id))!) })
  }

  /** GET /v1/dashboard/overview */
  @inject()
  async show(
    ctx: HttpContext,
    countLicenses: CountLicenses,
    listOperations: ListOperations,
    findHealth: FindWebhookHealth
  ) {
    const { scope } = ctx
    const counts = await countLicenses.counts(scope)
    const { operations } = await listOperations.execute(scope, { limit: RECENT })
    const none = LICENSE_STATUSES.map((status) => [status, 0])
    const byStatus = Object.fromEntries(none) as Record<LicenseStatus, number>
    for (const { status, count } of counts) byStatus[status] += count
    return ok({
      orgId: scope.orgId,
      licenses: { total: counts.reduce((sum, { count }) => sum + count, 0), byStatus },
      operations: operations.map((one) => toOperation(one, operationViewOf(ctx))),
      webhooks: await findHealth.execute(scope),
    })
  }
}
