import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ok } from '#exceptions/envelope'
import Refusal from '#exceptions/refusal'
import { isUuid } from '#domain/uuid'
import ListAuditLog from '#queries/orgs/list_audit_log'
import { toAuditEntry } from '#transformers/team_transformer'
import { limitQuery } from '#validators/page'

/** GET /v1/dashboard/orgs/:orgId/audit-log: who did what, from where. Errors: INVALID_CURSOR. */
export default class AuditLogsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListAuditLog) {
    const { limit, cursor } = await limitQuery(request.qs())
    if (cursor && !isUuid(cursor)) throw new Refusal('INVALID_CURSOR')
    const { entries, nextCursor } = await list.execute(scope, { limit, cursor: cursor || undefined })
    return ok({ entries: entries.map(toAuditEntry), nextCursor })
  }
}
