import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'

/** The org of products that were bootstrapped without one. It has no members until an operator adds them. */
const BOOTSTRAP_ORG = '00000000-0000-7000-8000-000000000001'

/** Creates the bootstrap org if it does not exist. Returns its id. */
export default class EnsureBootstrapOrg {
  async execute(now = Date.now()): Promise<string> {
    const at = new Date(now)
    await transaction((trx) =>
      rows(
        trx,
        `insert into orgs (id, name, created_at, updated_at) values (?, 'Bootstrap', ?, ?) on conflict do nothing`,
        [BOOTSTRAP_ORG, at, at]
      )
    )
    return BOOTSTRAP_ORG
  }
}
