import { rows } from '#services/sql'
import { transaction } from '#services/unit_of_work'

/** Remembers the org that a user works in (contract 2, active-org). He must be a member of it. */
export default class SetActiveOrg {
  async execute(userId: string, orgId: string) {
    await transaction((trx) => rows(trx, `update users set active_org_id = ? where id = ?`, [orgId, userId]))
  }
}
