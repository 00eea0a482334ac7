import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Takes the next ticket number of an org, starting at 1. The counter stays locked until the transaction ends, so
 * numbers are unique and have no gaps. Call it late in the transaction.
 */
export async function nextTicketNumber(trx: Trx, orgId: string): Promise<number> {
  const counter = await firstRow<{ value: number }>(
    trx,
    `insert into org_counters (org_id, name, value) values (?, 'tickets', 1)
     on conflict (org_id, name) do update set value = org_counters.value + 1 returning value`,
    [orgId]
  )
  return counter!.value
}
