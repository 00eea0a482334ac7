import { firstRow } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * The number of the next ticket of an org, from 1. The counter stays locked until the transaction ends, so numbers have
 * no gaps and no two tickets have one: count late.
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
