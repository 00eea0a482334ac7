import { limits } from '#config/limits'
import { changedRows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'
import { newId } from '#kernel/secrets/ids'
import { fittingName, type PersonName } from '#kernel/text/name'
import type { Millis } from '#kernel/time/millis'

type Newcomer = PersonName & { email: string }

/** Creates a user whose address the provider of an org vouches for. The user has no password and no personal org. */
export default class CreatePasswordless {
  /** Returns null if the address has an account, also if that was created at the same time. */
  async execute(trx: Trx, { email, firstName, lastName }: Newcomer, now: Millis): Promise<string | null> {
    const id = newId()
    const at = new Date(now)
    const made = await changedRows(
      trx,
      `insert into users (id, email, first_name, last_name, email_verified_at, plan, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (email) do nothing`,
      [id, email, fittingName(firstName), fittingName(lastName), at, limits.defaultPlan, at, at]
    )
    return made === 0 ? null : id
  }
}
