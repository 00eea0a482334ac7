import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import type ListAuditLog from '#orgs/queries/list_audit_log'
import type { AuditFilter } from '#orgs/queries/list_audit_log'
import { csvLine, plainCell, withMark } from '#kernel/text/csv_line'
import { iso } from '#kernel/time/iso'

const COLUMNS = ['at', 'action', 'subject', 'actorType', 'actor', 'email', 'ip', 'requestId', 'data']

/** Streams the audit log as a CSV file, newest first, page by page (contract/01-changes#reads-for-a-console). */
export function sendAuditLog(
  { response, scope }: HttpContext,
  list: ListAuditLog,
  filter: AuditFilter,
  bom = false
) {
  response.header('Content-Type', 'text/csv; charset=utf-8')
  response.header('Content-Disposition', `attachment; filename="audit-log-${scope.orgId}.csv"`)
  response.stream(Readable.from(bom ? withMark(lines()) : lines()))

  async function* lines() {
    yield csvLine(COLUMNS, ',')
    for await (const one of list.all(scope, filter)) {
      const { action, subjectId, actorType, actorId, actorEmail, ip, requestId, data } = one
      const known = [iso(one.createdAt), action, subjectId, actorType, actorId, actorEmail, ip, requestId]
      const cells = [...known.map((cell) => cell ?? ''), JSON.stringify(data)]
      yield csvLine(cells.map(plainCell), ',')
    }
  }
}
