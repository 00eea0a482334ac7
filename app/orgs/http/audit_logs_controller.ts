import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListAuditLog from '#orgs/queries/list_audit_log'
import { ok } from '#http/envelope'
import { toAuditEntry } from './team_transformer.js'
import { limitQuery, uuidCursorOf } from '#http/page'

/** GET /v1/dashboard/orgs/:orgId/audit-log: who did what, from where. @throws Refusal INVALID_CURSOR */
export default class AuditLogsController {
  @inject()
  async index({ request, scope }: HttpContext, list: ListAuditLog) {
    const query = request.qs()
    const { limit } = await limitQuery(query)
    const { entries, nextCursor } = await list.execute(scope, { limit, cursor: uuidCursorOf(query) })
    return ok({ entries: entries.map(toAuditEntry), nextCursor })
  }
}
