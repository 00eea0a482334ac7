import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import ListAuditLog from '#orgs/queries/list_audit_log'
import { ok } from '#http/envelope'
import { sendAuditLog } from './audit_log_file.js'
import { auditLogQuery } from './audit_log_input.js'
import { toAuditEntry } from './team_transformer.js'

/**
 * GET /v1/dashboard/orgs/:orgId/audit-log: actors, actions and addresses.
 * @throws Refusal VALIDATION_ERROR, INVALID_CURSOR
 */
export default class AuditLogsController {
  @inject()
  async index(ctx: HttpContext, list: ListAuditLog) {
    const { format, bom, ...query } = await auditLogQuery(ctx.request.qs())
    if (format === 'csv') return sendAuditLog(ctx, list, query, bom)
    const { entries, nextCursor } = await list.execute(ctx.scope, query)
    return ok({ entries: entries.map(toAuditEntry), nextCursor })
  }
}
