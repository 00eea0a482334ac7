import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** Writes into the audit log that somebody took everything about an end user out of the service. */
export default class RecordExport {
  async execute({ orgId }: Scope, id: string, origin: Origin, now: Millis = Date.now()) {
    const entry = { orgId, action: 'end_user.exported', subject: id }
    await transaction((trx) => recordAudit(trx, origin, entry, now))
  }
}
