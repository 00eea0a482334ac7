import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Records in the audit log that all data about an end user was exported. */
export default class RecordExport {
  async execute({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()) {
    const entry = { orgId, action: 'end_user.exported', subject: id }
    await transaction((trx) => recordAudit(trx, origin, entry, now))
  }
}
